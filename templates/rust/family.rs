// SPDX-License-Identifier: BSD-3-Clause
//! The family @FAMILY@: the computation, its inputs, and the check of results.  As a
//! beginning it multiplies a list by a number, modulo 2^32: replace that by your own.

mod gkhost;

use gkhost::*;
use std::ffi::{c_int, c_void, CStr};
use std::mem::{offset_of, size_of};
use std::ptr::{addr_of, null, null_mut};
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// The problem that variants get: dst[i] = by * src[i], for i < n.
#[repr(C)]
struct Problem {
    size: u32, // of this struct, in bytes
    by: i32,
    n: i64,          // at least 1
    src: *const i32, // device addresses, set by the host
    dst: *mut i32,   // a variant writes every element
}

/// The keys that a job may set; setup gets their values in this order.
static OPTIONS: [gk_option; 2] = [
    gk_option {
        name: c"n".as_ptr(),
        help: c"elements".as_ptr(),
        r#type: GK_INT,
        flags: GK_OPTION_SIZE,
        value: gk_value { i: 1_000_000 },
        min: 1,
        max: 1 << 40,
        ..gk_option::ZERO
    },
    gk_option {
        name: c"by".as_ptr(),
        help: c"factor of each element".as_ptr(),
        r#type: GK_INT,
        value: gk_value { i: 3 },
        min: 1,
        max: 1000,
        ..gk_option::ZERO
    },
];

fn buffer(name: &'static CStr, role: gk_role, bytes: u64, slot: usize) -> gk_buffer {
    gk_buffer {
        name: name.as_ptr(),
        role,
        flags: 0,
        bytes,
        slot: slot as u64,
        reserved: [0; 2],
    }
}

/// Makes one problem: the struct that variants get, the buffers, and the least
/// work that any device has to do.
unsafe extern "C" fn setup(
    _host: *const gk_host,
    values: *const gk_value,
    setup: *mut gk_setup,
) -> c_int {
    let s = &mut *setup;
    let n = (*values).i;
    let bytes = n as u64 * size_of::<i32>() as u64;
    let problem = Box::into_raw(Box::new(Problem {
        size: size_of::<Problem>() as u32,
        by: (*values.add(1)).i as i32,
        n,
        src: null(),
        dst: null_mut(),
    }));

    s.state = problem as *mut c_void;
    s.problem = problem as *const c_void;
    s.problem_bytes = size_of::<Problem>() as u64;
    s.n_buffers = 2;
    s.buffers[0] = buffer(c"src", GK_INPUT, bytes, offset_of!(Problem, src));
    s.buffers[1] = buffer(c"dst", GK_OUTPUT, bytes, offset_of!(Problem, dst));
    s.work.bytes_read = bytes;
    s.work.bytes_written = bytes;
    s.work.ops = n as f64;
    s.work.op_class = GK_OPS_I32;
    s.verify_data = gk_bit(GK_DATA_RANDOM);
    GK_OK
}

/// Fills the inputs, which depend on the seed alone.
unsafe extern "C" fn fill(
    host: *const gk_host,
    state: *mut c_void,
    data: gk_data,
    seed: u64,
    buffers: *const *mut c_void,
) -> c_int {
    let p = &*(state as *const Problem);
    let bytes = p.n as usize * size_of::<i32>();

    ((*host).random)(host, *buffers, bytes, seed);
    for x in from_raw_parts_mut(*buffers as *mut i32, p.n as usize) {
        match data {
            GK_DATA_RANDOM => break,
            GK_DATA_ZERO => *x = 0,
            _ => *x &= 63,
        }
    }
    GK_OK
}

const CHANGES: usize = 16;

/// Changes one element in each of 16 parts of the input, so that a variant that
/// returns an earlier result is wrong.  Which elements change, and how, depends on
/// the seed and the generation alone.
unsafe extern "C" fn vary(host: *const gk_host, state: *mut c_void, vary: *mut gk_vary) -> c_int {
    let p = &*(state as *const Problem);
    let v = &mut *vary;
    let n = p.n as usize;
    let parts = n.min(CHANGES);
    let src = from_raw_parts_mut(*v.buffers as *mut i32, n);
    let mut random = [0u64; 2 * CHANGES];
    let seed = v.seed ^ v.generation.wrapping_mul(0x9e37_79b9_7f4a_7c15);

    let to = random.as_mut_ptr() as *mut c_void;
    ((*host).random)(host, to, size_of::<[u64; 2 * CHANGES]>(), seed);
    for i in 0..parts {
        let begin = n / parts * i;
        let length = if i < parts - 1 { n / parts } else { n - begin };
        let at = begin + (random[2 * i] % length as u64) as usize;
        let change = random[2 * i + 1] as u32;

        src[at] ^= match v.data {
            GK_DATA_RANDOM => change | 1,
            _ => change % 63 + 1,
        } as i32;
        let range = &mut *v.ranges.add(i);
        range.buffer = 0;
        range.offset = (at * size_of::<i32>()) as u64;
        range.bytes = size_of::<i32>() as u64;
    }
    v.n_ranges = parts as u64;
    GK_OK
}

/// Checks dst against src as it is now.
unsafe extern "C" fn verify(
    host: *const gk_host,
    state: *mut c_void,
    check: *mut gk_check,
) -> c_int {
    let p = &*(state as *const Problem);
    let n = p.n as usize;
    let src = from_raw_parts(*(*check).buffers as *const i32, n);
    let dst = from_raw_parts(*(*check).buffers.add(1) as *const i32, n);

    (*check).method = c"exactly".as_ptr();
    for (i, (x, is)) in src.iter().zip(dst).enumerate() {
        let should = x.wrapping_mul(p.by);

        (*check).checked += 1;
        if *is != should {
            error(host, &format!("dst[{i}] is {is}, should be {should}"));
            return GK_WRONG;
        }
    }
    GK_OK
}

unsafe extern "C" fn teardown(_host: *const gk_host, state: *mut c_void) {
    drop(Box::from_raw(state as *mut Problem));
}

static FAMILY: gk_family = gk_family {
    name: c"@FAMILY@".as_ptr(),
    summary: c"dst = by * src, modulo 2^32".as_ptr(),
    options: addr_of!(OPTIONS) as *const gk_option,
    n_options: OPTIONS.len() as u32,
    setup: Some(setup),
    fill: Some(fill),
    vary: Some(vary),
    verify: Some(verify),
    teardown: Some(teardown),
    ..gk_family::ZERO
};

/// A variant: computes the problem once.
unsafe extern "C" fn launch(
    _host: *const gk_host,
    problem: *const c_void,
    _state: *mut c_void,
    _stream: *mut c_void,
) -> c_int {
    let p = &*(problem as *const Problem);
    let src = from_raw_parts(p.src, p.n as usize);
    let dst = from_raw_parts_mut(p.dst, p.n as usize);

    for (to, from) in dst.iter_mut().zip(src) {
        *to = from.wrapping_mul(p.by);
    }
    GK_OK
}

/// From the simplest on.
static VARIANTS: [gk_variant; 1] = [gk_variant {
    name: c"cpu-naive".as_ptr(),
    summary: c"one element at a time".as_ptr(),
    device: GK_CPU,
    launch: Some(launch),
    ..gk_variant::ZERO
}];

gk_plugin!(c"@NAME@", c"0.1", c"the family @FAMILY@", &FAMILY, &VARIANTS);
