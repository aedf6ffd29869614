// SPDX-License-Identifier: BSD-3-Clause
//! gkhost's plugin.h, copy.h, transpose.h and matmul.h in Rust, with the same
//! names.  The headers and gkhost-plugin(3) document them.  Within one `GK_ABI`
//! structs grow at their ends only, so this file stays valid: add to it what you
//! use of a later gkhost.
#![allow(dead_code, non_camel_case_types)]

use std::ffi::{c_char, c_int, c_void, CString};
use std::mem::{size_of, zeroed};

pub const GK_ABI: u32 = 1;

pub const GK_OK: c_int = 0;
pub const GK_SKIP: c_int = 1;
pub const GK_FAIL: c_int = 2;
pub const GK_WRONG: c_int = 3;

pub const fn gk_bit(n: u32) -> u64 {
    1 << n
}

pub type gk_dtype = u32;
pub const GK_I8: gk_dtype = 0;
pub const GK_I16: gk_dtype = 1;
pub const GK_I32: gk_dtype = 2;
pub const GK_I64: gk_dtype = 3;
pub const GK_F16: gk_dtype = 4;
pub const GK_BF16: gk_dtype = 5;
pub const GK_F32: gk_dtype = 6;
pub const GK_F64: gk_dtype = 7;
pub const GK_C64: gk_dtype = 8;
pub const GK_C128: gk_dtype = 9;
pub const GK_U8: gk_dtype = 10;
pub const GK_TF32: gk_dtype = 11;
pub const GK_U16: gk_dtype = 12;
pub const GK_U32: gk_dtype = 13;
pub const GK_BOOL8: gk_dtype = 14;
pub const GK_F8_E4M3: gk_dtype = 15;
pub const GK_F8_E5M2: gk_dtype = 16;

pub type gk_layout = u32;
pub const GK_ROW_MAJOR: gk_layout = 0;
pub const GK_COL_MAJOR: gk_layout = 1;
pub const GK_TN: gk_layout = 2;
pub const GK_NT: gk_layout = 3;
pub const GK_TT: gk_layout = 4;

pub type gk_device_kind = u32;
pub const GK_CPU: gk_device_kind = 0;
pub const GK_CUDA: gk_device_kind = 1;

pub type gk_data = u32;
pub const GK_DATA_RANDOM: gk_data = 0;
pub const GK_DATA_EXACT: gk_data = 1;
pub const GK_DATA_ZERO: gk_data = 2;
pub const GK_DATA_WIDE: gk_data = 3;
pub const GK_DATA_NORMAL: gk_data = 4;
pub const GK_DATA_SPARSE: gk_data = 5;
pub const GK_DATA_HEAVY: gk_data = 6;
pub const GK_DATA_GRADED: gk_data = 7;
pub const GK_DATA_PERMUTATION: gk_data = 8;

pub type gk_op_class = u32;
pub const GK_OPS_NONE: gk_op_class = 0;
pub const GK_OPS_I32: gk_op_class = 1;
pub const GK_OPS_F32: gk_op_class = 2;
pub const GK_OPS_F64: gk_op_class = 3;
pub const GK_OPS_TENSOR_F16: gk_op_class = 4;
pub const GK_OPS_TENSOR_BF16: gk_op_class = 5;
pub const GK_OPS_TENSOR_TF32: gk_op_class = 6;
pub const GK_OPS_TENSOR_I8: gk_op_class = 7;
pub const GK_OPS_TENSOR_F64: gk_op_class = 8;
pub const GK_OPS_TENSOR_F8: gk_op_class = 9;

#[repr(C)]
#[derive(Clone, Copy)]
pub union gk_value {
    pub i: i64,
    pub f: f64,
}

pub type gk_option_type = u32;
pub const GK_INT: gk_option_type = 0;
pub const GK_REAL: gk_option_type = 1;
pub const GK_BOOL: gk_option_type = 2;
pub const GK_CHOICE: gk_option_type = 3;
pub const GK_DTYPE: gk_option_type = 4;
pub const GK_LAYOUT: gk_option_type = 5;

pub const GK_OPTION_SIZE: u32 = 1;
pub const GK_OPTION_PADDING: u32 = 2;
pub const GK_OPTION_LATER: u32 = 4;

#[repr(C)]
pub struct gk_option {
    pub name: *const c_char,
    pub help: *const c_char,
    pub unit: *const c_char,
    pub r#type: gk_option_type,
    pub flags: u32,
    pub value: gk_value,
    pub min: i64,
    pub max: i64,
    pub fmin: f64,
    pub fmax: f64,
    pub allowed: u64,
    pub choices: *const *const c_char,
    pub reserved: *const c_void,
}

#[repr(C)]
pub struct gk_device {
    pub size: u32,
    pub kind: gk_device_kind,
    pub ordinal: i32,
    pub capability: u32,
    pub units: u32,
    pub shared_bytes: u32,
    pub name: *const c_char,
    pub stream: *mut c_void,
    pub memory: u64,
    pub l2: u64,
    pub clock: f64,
    pub bandwidth: f64,
}

#[repr(C)]
pub struct gk_host {
    pub size: u32,
    pub abi: u32,
    pub version: *const c_char,
    pub error: unsafe extern "C" fn(*const gk_host, *const c_char, ...),
    pub log: unsafe extern "C" fn(*const gk_host, *const c_char, ...),
    pub alloc: unsafe extern "C" fn(*const gk_host, usize) -> *mut c_void,
    pub free: unsafe extern "C" fn(*const gk_host, *mut c_void),
    pub random: unsafe extern "C" fn(*const gk_host, *mut c_void, usize, u64),
    pub workspace: unsafe extern "C" fn(*const gk_host, usize) -> *mut c_void,
    pub metric: unsafe extern "C" fn(*const gk_host, *const c_char, *const c_char, f64),
    pub describe: unsafe extern "C" fn(*const gk_host) -> *const gk_case,
}

pub const GK_MAX_WORKSPACES: usize = 8;
pub const GK_MAX_METRICS: usize = 16;

pub type gk_role = u32;
pub const GK_INPUT: gk_role = 0;
pub const GK_OUTPUT: gk_role = 1;
pub const GK_INOUT: gk_role = 2;
pub const GK_CONSTANT: gk_role = 3;

#[repr(C)]
pub struct gk_buffer {
    pub name: *const c_char,
    pub role: gk_role,
    pub flags: u32,
    pub bytes: u64,
    pub slot: u64,
    pub reserved: [u64; 2],
}

pub const GK_MAX_BUFFERS: usize = 16;
pub const GK_MAX_DIMS: usize = 6;

#[repr(C)]
pub struct gk_shape {
    pub dtype: gk_dtype,
    pub n_dims: u32,
    pub extent: [i64; GK_MAX_DIMS],
    pub stride: [i64; GK_MAX_DIMS],
}

#[repr(C)]
pub struct gk_work {
    pub bytes_read: u64,
    pub bytes_written: u64,
    pub ops: f64,
    pub op_class: gk_op_class,
    pub flags: u32,
    pub reserved: [u64; 4],
}

#[repr(C)]
pub struct gk_setup {
    pub size: u32,
    pub n_buffers: u32,
    pub state: *mut c_void,
    pub problem: *const c_void,
    pub problem_bytes: u64,
    pub verify_data: u64,
    pub work: gk_work,
    pub buffers: [gk_buffer; GK_MAX_BUFFERS],
    pub plant_data: u64,
    pub seed: u64,
    pub forms: u64,
    pub shapes: [gk_shape; GK_MAX_BUFFERS],
}

#[repr(C)]
pub struct gk_setting {
    pub name: *const c_char,
    pub text: *const c_char,
    pub r#type: gk_option_type,
    pub reserved: u32,
    pub value: gk_value,
}

#[repr(C)]
pub struct gk_case {
    pub size: u32,
    pub n_settings: u32,
    pub family: *const c_char,
    pub variant: *const c_char,
    pub settings: *const gk_setting,
    pub setup: *const gk_setup,
}

#[repr(C)]
pub struct gk_range {
    pub buffer: u32,
    pub flags: u32,
    pub offset: u64,
    pub bytes: u64,
    pub reserved: u64,
}

pub const GK_MAX_RANGES: usize = 64;

pub const GK_PLANT: u32 = 1;
pub const GK_PLANTED_LAST: u32 = 2;
pub const GK_UNWRITTEN: u32 = 4;
pub const GK_OUTSIDE: u32 = 8;
pub const GK_SCRIPT_LIST: u32 = 1;

#[repr(C)]
pub struct gk_vary {
    pub size: u32,
    pub data: gk_data,
    pub seed: u64,
    pub generation: u64,
    pub buffers: *const *mut c_void,
    pub ranges: *mut gk_range,
    pub n_ranges: u64,
    pub max_ranges: u32,
    pub flags: u32,
}

#[repr(C)]
pub struct gk_check {
    pub size: u32,
    pub data: gk_data,
    pub seed: u64,
    pub generation: u64,
    pub choice_seed: u64,
    pub buffers: *const *const c_void,
    pub before: *const *const c_void,
    pub poison: [u8; 8],
    pub precision: f64,
    pub method: *const c_char,
    pub error: f64,
    pub bound: f64,
    pub rms_error: f64,
    pub rms_bound: f64,
    pub checked: u64,
    pub differing: *const gk_range,
    pub n_differing: u64,
    pub flags: u32,
    pub reserved: u32,
}

#[repr(C)]
pub struct gk_companion {
    pub plugin: *const c_char,
    pub variant: *const c_char,
    pub device: gk_device_kind,
    pub flags: u32,
    pub tunables: *const *const c_char,
    pub summary: *const c_char,
    pub missing: *const c_char,
}

pub type gk_setup_fn =
    unsafe extern "C" fn(*const gk_host, *const gk_value, *mut gk_setup) -> c_int;
pub type gk_fill_fn =
    unsafe extern "C" fn(*const gk_host, *mut c_void, gk_data, u64, *const *mut c_void) -> c_int;
pub type gk_vary_fn = unsafe extern "C" fn(*const gk_host, *mut c_void, *mut gk_vary) -> c_int;
pub type gk_verify_fn = unsafe extern "C" fn(*const gk_host, *mut c_void, *mut gk_check) -> c_int;
pub type gk_free_fn = unsafe extern "C" fn(*const gk_host, *mut c_void);

#[repr(C)]
pub struct gk_family {
    pub name: *const c_char,
    pub summary: *const c_char,
    pub options: *const gk_option,
    pub n_options: u32,
    pub flags: u32,
    pub companions: *const gk_companion,
    pub n_companions: u32,
    pub reserved: u32,
    pub setup: Option<gk_setup_fn>,
    pub fill: Option<gk_fill_fn>,
    pub vary: Option<gk_vary_fn>,
    pub verify: Option<gk_verify_fn>,
    pub teardown: Option<gk_free_fn>,
}

pub const GK_PEER: u32 = 1;
pub const GK_MIXED_LAYOUTS: u32 = 2;
pub const GK_MIXED_DTYPES: u32 = 4;
pub const GK_UNIFORM_ONLY: u32 = 8;
pub const GK_DENSE: u32 = 16;

pub type gk_prepare_fn = unsafe extern "C" fn(
    *const gk_host,
    *const gk_device,
    *const c_void,
    *const gk_value,
    *mut *mut c_void,
) -> c_int;
pub type gk_work_fn =
    unsafe extern "C" fn(*const gk_host, *const c_void, *mut c_void, *mut gk_work);
pub type gk_launch_fn =
    unsafe extern "C" fn(*const gk_host, *const c_void, *mut c_void, *mut c_void) -> c_int;
pub type gk_library_fn = unsafe extern "C" fn(*const gk_host, *mut c_void) -> *const c_char;

pub const GK_MAX_WARMUP: u32 = 1000;
pub const GK_MAX_PATHS: u32 = 8;

#[repr(C)]
pub struct gk_paths {
    pub names: *const *const c_char,
    pub launches: *const u32,
    pub factors: *const f64,
    pub op_classes: *const gk_op_class,
    pub n: u32,
    pub reserved: u32,
}

pub type gk_paths_fn = unsafe extern "C" fn(*const gk_host, *mut c_void, *mut gk_paths);

#[repr(C)]
pub struct gk_variant {
    pub family: *const c_char,
    pub name: *const c_char,
    pub summary: *const c_char,
    pub device: gk_device_kind,
    pub flags: u32,
    pub dtypes: u64,
    pub layouts: u64,
    pub capability: u32,
    pub capability_max: u32,
    pub precision: f64,
    pub options: *const gk_option,
    pub n_options: u32,
    pub multiple: u32,
    pub prepare: Option<gk_prepare_fn>,
    pub work: Option<gk_work_fn>,
    pub launch: Option<gk_launch_fn>,
    pub release: Option<gk_free_fn>,
    pub library: Option<gk_library_fn>,
    pub warmup: u32,
    pub problem_size: u32,
    pub launch_nothing: Option<gk_launch_fn>,
    pub paths: Option<gk_paths_fn>,
    pub forms: u64,
}

#[repr(C)]
pub struct gk_plugin {
    pub abi: u32,
    pub size: u32,
    pub family_size: u32,
    pub variant_size: u32,
    pub option_size: u32,
    pub companion_size: u32,
    pub name: *const c_char,
    pub version: *const c_char,
    pub summary: *const c_char,
    pub family: *const gk_family,
    pub variants: *const gk_variant,
    pub n_variants: u64,
}

#[repr(C)]
pub struct gk_copy {
    pub size: u32,
    pub dtype: gk_dtype,
    pub element: u32,
    pub src: *const c_void,
    pub dst: *mut c_void,
    pub rows: i64,
    pub cols: i64,
    pub src_pitch: i64,
    pub dst_pitch: i64,
}

#[repr(C)]
pub struct gk_reduce {
    pub size: u32,
    pub dtype: gk_dtype,
    pub result: gk_dtype,
    pub op: u32,
    pub src: *const c_void,
    pub dst: *mut c_void,
    pub rows: i64,
    pub cols: i64,
}

pub const GK_REDUCE_SUM: u32 = 0;
pub const GK_REDUCE_MIN: u32 = 1;
pub const GK_REDUCE_MAX: u32 = 2;

#[repr(C)]
pub struct gk_scan {
    pub size: u32,
    pub dtype: gk_dtype,
    pub form: u32,
    pub reserved: u32,
    pub src: *const c_void,
    pub dst: *mut c_void,
    pub n: i64,
}

pub const GK_SCAN_INCLUSIVE: u32 = 0;
pub const GK_SCAN_EXCLUSIVE: u32 = 1;

#[repr(C)]
pub struct gk_stream {
    pub size: u32,
    pub dtype: gk_dtype,
    pub result: gk_dtype,
    pub op: u32,
    pub x: *const c_void,
    pub y: *const c_void,
    pub dst: *mut c_void,
    pub n: i64,
}

pub const GK_STREAM_FACTOR: u32 = 3;
pub const GK_STREAM_COPY: u32 = 0;
pub const GK_STREAM_SCALE: u32 = 1;
pub const GK_STREAM_ADD: u32 = 2;
pub const GK_STREAM_TRIAD: u32 = 3;
pub const GK_STREAM_DOT: u32 = 4;

#[repr(C)]
pub struct gk_softmax {
    pub size: u32,
    pub dtype: gk_dtype,
    pub op: u32,
    pub reserved: u32,
    pub src: *const c_void,
    pub dst: *mut c_void,
    pub rows: i64,
    pub cols: i64,
}

pub const GK_SOFTMAX_SOFTMAX: u32 = 0;
pub const GK_SOFTMAX_LAYERNORM: u32 = 1;

#[repr(C)]
pub struct gk_transpose {
    pub size: u32,
    pub dtype: gk_dtype,
    pub element: u32,
    pub src: *const c_void,
    pub dst: *mut c_void,
    pub rows: i64,
    pub cols: i64,
    pub src_pitch: i64,
    pub dst_pitch: i64,
}

#[repr(C)]
pub struct gk_matmul {
    pub size: u32,
    pub dtype: gk_dtype,
    pub dtype_c: gk_dtype,
    pub layout_a: gk_layout,
    pub layout_b: gk_layout,
    pub layout_c: gk_layout,
    pub a: *const c_void,
    pub b: *const c_void,
    pub c: *mut c_void,
    pub m: i64,
    pub n: i64,
    pub k: i64,
    pub lda: i64,
    pub ldb: i64,
    pub ldc: i64,
    pub dtype_b: gk_dtype,
    pub reserved: u32,
    pub batch: i64,
    pub stride_a: i64,
    pub stride_b: i64,
    pub stride_c: i64,
    pub alpha: f64,
    pub beta: f64,
    pub bias: *const c_void,
    pub scale_a: *const f32,
    pub scale_b: *const f32,
    pub group_lines: *const i32,
    pub groups: i64,
    pub scales: gk_matmul_scales,
    pub reserved_too: u32,
}

/// The forms of a problem, for gk_variant.forms.
pub const GK_MATMUL_TYPES: u64 = 1;
pub const GK_MATMUL_BATCH: u64 = 2;
pub const GK_MATMUL_UPDATE: u64 = 4;
pub const GK_MATMUL_SCALES: u64 = 8;
pub const GK_MATMUL_GROUPS: u64 = 16;

/// Which scales there are: for GK_MATMUL_SCALES.  gkhost/matmul.h has the formulas.
pub type gk_matmul_scales = u32;
pub const GK_SCALES_NONE: gk_matmul_scales = 0;
pub const GK_SCALES_TENSOR: gk_matmul_scales = 1;
pub const GK_SCALES_LINES_A: gk_matmul_scales = 2;
pub const GK_SCALES_LINES_B: gk_matmul_scales = 3;

// Tables of a plugin are constant, and start from zero, which always means "as
// before".
unsafe impl Sync for gk_option {}
unsafe impl Sync for gk_companion {}
unsafe impl Sync for gk_family {}
unsafe impl Sync for gk_variant {}
unsafe impl Sync for gk_plugin {}

impl gk_option {
    pub const ZERO: Self = unsafe { zeroed() };
}
impl gk_companion {
    pub const ZERO: Self = unsafe { zeroed() };
}
impl gk_family {
    pub const ZERO: Self = unsafe { zeroed() };
}
impl gk_variant {
    pub const ZERO: Self = unsafe { zeroed() };
}

impl gk_plugin {
    pub const fn new(family: *const gk_family, variants: &'static [gk_variant]) -> Self {
        Self {
            abi: GK_ABI,
            size: size_of::<gk_plugin>() as u32,
            family_size: size_of::<gk_family>() as u32,
            variant_size: size_of::<gk_variant>() as u32,
            option_size: size_of::<gk_option>() as u32,
            companion_size: size_of::<gk_companion>() as u32,
            family,
            variants: variants.as_ptr(),
            n_variants: variants.len() as u64,
            ..unsafe { zeroed() }
        }
    }
}

/// The one function that a plugin exports: its name, version and summary as C
/// strings, `c"mine"`, a `*const gk_family` and a static array of `gk_variant`.
#[macro_export]
macro_rules! gk_plugin {
    ($name:expr, $version:expr, $summary:expr, $family:expr, $variants:expr) => {
        #[no_mangle]
        pub extern "C" fn gk_plugin_entry() -> *const $crate::gkhost::gk_plugin {
            static PLUGIN: $crate::gkhost::gk_plugin = $crate::gkhost::gk_plugin {
                name: $name.as_ptr(),
                version: $version.as_ptr(),
                summary: $summary.as_ptr(),
                ..$crate::gkhost::gk_plugin::new($family, $variants)
            };
            &PLUGIN
        }
    };
}

/// Sets the reason why a callback will not return `GK_OK`: one line, which begins
/// with a lower-case letter and names a remedy.
///
/// # Safety
/// `host` must be the argument of the callback.
pub unsafe fn error(host: *const gk_host, why: &str) {
    if let Ok(text) = CString::new(why) {
        ((*host).error)(host, c"%s".as_ptr(), text.as_ptr());
    }
}

// The sizes of the C structs on 64-bit machines.
#[cfg(target_pointer_width = "64")]
const _: () = {
    assert!(size_of::<gk_option>() == 96);
    assert!(size_of::<gk_device>() == 72);
    assert!(size_of::<gk_host>() == 80);
    assert!(size_of::<gk_buffer>() == 48);
    assert!(size_of::<gk_work>() == 64);
    assert!(size_of::<gk_shape>() == 104);
    assert!(size_of::<gk_setup>() == 2560);
    assert!(size_of::<gk_setting>() == 32);
    assert!(size_of::<gk_case>() == 40);
    assert!(size_of::<gk_vary>() == 56);
    assert!(size_of::<gk_check>() == 136);
    assert!(size_of::<gk_companion>() == 48);
    assert!(size_of::<gk_family>() == 88);
    assert!(size_of::<gk_paths>() == 40);
    assert!(size_of::<gk_variant>() == 152);
    assert!(size_of::<gk_plugin>() == 72);
    assert!(size_of::<gk_copy>() == 64);
    assert!(size_of::<gk_transpose>() == 64);
    assert!(size_of::<gk_matmul>() == 200);
};
