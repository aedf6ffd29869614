/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The host's buffers as arrays: no library of Python is needed for them, and
 * each can read them.  On the CPU an array has the buffer protocol (memoryview,
 * numpy), __array_interface__ and DLPack; on a GPU __cuda_array_interface__ and
 * DLPack.  It copies nothing.  An input is read-only wherever the protocol can
 * say so; the judge finds out where it can't.
 */
#include <config.h>

#include "bridge.h"

/* How the protocols name a type of elements.  The type codes are those of
 * DLPack 1.1; numpy has no name for bf16 and f8, of which it sees the bits. */
static const struct element {
  const char *name, *format, *number; /* number: of numpy */
  uint8_t code, bytes;
} elements[] = {
  [GK_I8] = { "i8", "b", "|i1", 0, 1 },
  [GK_I16] = { "i16", "h", "<i2", 0, 2 },
  [GK_I32] = { "i32", "i", "<i4", 0, 4 },
  [GK_I64] = { "i64", "q", "<i8", 0, 8 },
  [GK_F16] = { "f16", "e", "<f2", 2, 2 },
  [GK_BF16] = { "bf16", "H", "<u2", 4, 2 },
  [GK_F32] = { "f32", "f", "<f4", 2, 4 },
  [GK_F64] = { "f64", "d", "<f8", 2, 8 },
  [GK_C64] = { "c64", "Zf", "<c8", 5, 8 },
  [GK_C128] = { "c128", "Zd", "<c16", 5, 16 },
  [GK_U8] = { "u8", "B", "|u1", 1, 1 },
  [GK_TF32] = { "tf32", "f", "<f4", 2, 4 },
  [GK_U16] = { "u16", "H", "<u2", 1, 2 },
  [GK_U32] = { "u32", "I", "<u4", 1, 4 },
  [GK_BOOL8] = { "bool8", "?", "|b1", 6, 1 },
  [GK_F8_E4M3] = { "f8_e4m3", "B", "|u1", 10, 1 },
  [GK_F8_E5M2] = { "f8_e5m2", "B", "|u1", 12, 1 },
};

struct array {
  PyObject_HEAD void *data;
  const struct element *element;
  int n_dims;
  Py_ssize_t extent[GK_MAX_DIMS], stride[GK_MAX_DIMS]; /* in bytes */
  int64_t steps[GK_MAX_DIMS], sizes[GK_MAX_DIMS];      /* in elements */
  bool read_only;
  gk_device_kind kind;
  int ordinal;
};

static PyTypeObject *array_type;

/* ---- The buffer protocol ---- */

static int
get_buffer (PyObject *self, Py_buffer *view, int flags)
{
  struct array *a = (struct array *)self;

  if (a->kind != GK_CPU || (a->read_only && (flags & PyBUF_WRITABLE) != 0)
      || (flags & PyBUF_STRIDES) != PyBUF_STRIDES) {
    view->obj = NULL;
    PyErr_SetString (PyExc_BufferError,
                     a->kind != GK_CPU ? "the memory is a device's"
                     : a->read_only
                         ? "it is an input, which is read-only"
                         : "its rows may have padding: take a memoryview");
    return -1;
  }
  *view = (Py_buffer){ .obj = self,
                       .buf = a->data,
                       .itemsize = a->element->bytes,
                       .len = a->element->bytes,
                       .readonly = a->read_only,
                       .ndim = a->n_dims,
                       .shape = a->extent,
                       .strides = a->stride,
                       .format = (char *)a->element->format };
  for (int d = 0; d < a->n_dims; d++)
    view->len *= a->extent[d];
  Py_INCREF (self);
  return 0;
}

/* ---- Interfaces of numpy and CUDA ---- */

static PyObject *
make_tuple (const Py_ssize_t *number, int n)
{
  PyObject *tuple = PyTuple_New (n);

  for (int i = 0; i < n && tuple != NULL; i++) {
    PyObject *item = PyLong_FromSsize_t (number[i]);

    if (item == NULL)
      Py_CLEAR (tuple);
    else
      PyTuple_SetItem (tuple, i, item);
  }
  return tuple;
}

static PyObject *
get_shape (PyObject *self, void *unused)
{
  const struct array *a = (struct array *)self;

  (void)unused;
  return make_tuple (a->extent, a->n_dims);
}

static PyObject *
get_dtype (PyObject *self, void *unused)
{
  (void)unused;
  return PyUnicode_FromString (((struct array *)self)->element->name);
}

/* Returns the dictionary of both interfaces. */
static PyObject *
make_interface (const struct array *a)
{
  return Py_BuildValue (
      "{s:N, s:s, s:(N, O), s:N, s:i, s:O}", "shape",
      make_tuple (a->extent, a->n_dims), "typestr", a->element->number, "data",
      PyLong_FromVoidPtr (a->data), a->read_only ? Py_True : Py_False,
      "strides", make_tuple (a->stride, a->n_dims), "version", 3, "stream",
      Py_None);
}

/* kind: of the devices whose memory the interface is for. */
static PyObject *
get_interface (PyObject *self, void *kind)
{
  const struct array *a = (struct array *)self;

  if (a->kind == *(gk_device_kind *)kind)
    return make_interface (a);
  PyErr_SetString (PyExc_AttributeError, a->kind == GK_CPU
                                             ? "the memory is no GPU's"
                                             : "the memory is a GPU's");
  return NULL;
}

/* ---- DLPack ---- */

/* As DLPack's header has them. */
struct dl_tensor {
  void *data;
  int32_t device_type, device_id, n_dims;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape, *strides; /* in elements */
  uint64_t byte_offset;
};

struct dl_managed {
  struct dl_tensor tensor;
  void *owner; /* the array */
  void (*deleter) (struct dl_managed *managed);
};

enum { DL_CPU = 1, DL_CUDA = 2 };

/* Any thread of a library may call it. */
static void
delete_managed (struct dl_managed *managed)
{
  const PyGILState_STATE state = PyGILState_Ensure ();

  Py_DECREF ((PyObject *)managed->owner);
  PyGILState_Release (state);
  PyMem_RawFree (managed);
}

/* A capsule that was read has another name. */
static void
delete_capsule (PyObject *capsule)
{
  struct dl_managed *managed = PyCapsule_GetPointer (capsule, "dltensor");

  if (managed != NULL)
    managed->deleter (managed);
  else
    PyErr_Clear ();
}

/* Arguments are wishes that need no copy: a stream, a version, a device. */
static PyObject *
make_dlpack (PyObject *self, PyObject *args, PyObject *keywords)
{
  struct array *a = (struct array *)self;
  struct dl_managed *managed = PyMem_RawCalloc (1, sizeof *managed);
  PyObject *capsule;

  (void)args, (void)keywords;
  if (managed == NULL)
    return PyErr_NoMemory ();
  *managed = (struct dl_managed){
    .tensor = { .data = a->data,
                .device_type = a->kind == GK_CPU ? DL_CPU : DL_CUDA,
                .device_id = a->ordinal,
                .n_dims = a->n_dims,
                .code = a->element->code,
                .bits = (uint8_t)(8 * a->element->bytes),
                .lanes = 1,
                .shape = a->sizes,
                .strides = a->steps },
    .owner = self,
    .deleter = delete_managed,
  };
  capsule = PyCapsule_New (managed, "dltensor", delete_capsule);
  if (capsule != NULL)
    Py_INCREF (self);
  else
    PyMem_RawFree (managed);
  return capsule;
}

static PyObject *
get_dlpack_device (PyObject *self, PyObject *unused)
{
  const struct array *a = (struct array *)self;

  (void)unused;
  return Py_BuildValue ("(ii)", a->kind == GK_CPU ? DL_CPU : DL_CUDA,
                        a->ordinal);
}

/* ---- The type ---- */

/* Elements are for libraries, which know types and strides. */
static PyObject *
refuse_index (PyObject *self, PyObject *key)
{
  const struct array *a = (struct array *)self;

  (void)key;
  PyErr_Format (PyExc_TypeError,
                "a buffer of p can't be indexed: make an array of it by %s, as "
                "in %s(p.src), and index that",
                a->kind == GK_CPU ? "numpy" : "torch",
                a->kind == GK_CPU ? "numpy.asarray" : "torch.from_dlpack");
  return NULL;
}

static int
refuse_assignment (PyObject *self, PyObject *key, PyObject *value)
{
  (void)value;
  refuse_index (self, key);
  return -1;
}

/* Only the bridge makes arrays. */
static PyObject *
refuse_new (PyTypeObject *type, PyObject *args, PyObject *keywords)
{
  (void)args, (void)keywords;
  PyErr_Format (PyExc_TypeError, "%s is made by gkhost alone", type->tp_name);
  return NULL;
}

static void
delete_array (PyObject *self)
{
  PyTypeObject *type = Py_TYPE (self);

  PyObject_Free (self);
  Py_DECREF (type);
}

bool
array_add_type (PyObject *module)
{
  static gk_device_kind cpu = GK_CPU, cuda = GK_CUDA;
  static PyGetSetDef members[]
      = { { "shape", get_shape, NULL, "elements in each dimension", NULL },
          { "dtype", get_dtype, NULL, "as suites name it", NULL },
          { "__array_interface__", get_interface, NULL, NULL, &cpu },
          { "__cuda_array_interface__", get_interface, NULL, NULL, &cuda },
          { NULL, NULL, NULL, NULL, NULL } };
  static PyMethodDef methods[]
      = { { "__dlpack__", (PyCFunction)(void (*) (void))make_dlpack,
            METH_VARARGS | METH_KEYWORDS, NULL },
          { "__dlpack_device__", get_dlpack_device, METH_NOARGS, NULL },
          { NULL, NULL, 0, NULL } };
  static PyType_Slot slots[] = { { Py_bf_getbuffer, get_buffer },
                                 { Py_tp_new, refuse_new },
                                 { Py_tp_dealloc, delete_array },
                                 { Py_tp_getset, members },
                                 { Py_tp_methods, methods },
                                 { Py_mp_subscript, refuse_index },
                                 { Py_mp_ass_subscript, refuse_assignment },
                                 { 0, NULL } };
  static PyType_Spec spec = { .name = "_gkhost.Array",
                              .basicsize = sizeof (struct array),
                              .flags = Py_TPFLAGS_DEFAULT,
                              .slots = slots };

  array_type = (PyTypeObject *)PyType_FromSpec (&spec);
  if (array_type == NULL)
    return false;
  Py_INCREF (array_type);
  return PyModule_AddObject (module, "Array", (PyObject *)array_type) == 0;
}

PyObject *
array_new (void *data, const gk_buffer *buffer, const gk_shape *shape,
           const gk_device *device)
{
  struct array *a = PyObject_New (struct array, array_type);
  const bool described
      = shape->n_dims > 0 && shape->dtype < GK_COUNT (elements);

  if (a == NULL)
    return NULL;
  a->data = data;
  a->element = &elements[described ? shape->dtype : GK_U8];
  a->n_dims = described ? (int)shape->n_dims : 1;
  a->read_only = buffer->role == GK_INPUT || buffer->role == GK_CONSTANT;
  a->kind = device->kind;
  a->ordinal = device->ordinal;
  for (int d = 0; d < a->n_dims; d++) {
    a->sizes[d] = described ? shape->extent[d] : (int64_t)buffer->bytes;
    a->steps[d] = described ? shape->stride[d] : 1;
    a->extent[d] = (Py_ssize_t)a->sizes[d];
    a->stride[d] = (Py_ssize_t)a->steps[d] * a->element->bytes;
  }
  return (PyObject *)a;
}
