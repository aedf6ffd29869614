// SPDX-License-Identifier: BSD-3-Clause
//! @NAME@: a variant of transpose, dst[j][i] = src[i][j].

mod gkhost;

use gkhost::*;
use std::ffi::{c_int, c_void};
use std::ptr::null;

/// Writes every element of dst, but no padding
/// between the end of a row and the beginning of the next.
unsafe fn transpose<Word: Copy>(p: &gk_transpose) -> c_int {
    let (src, dst) = (p.src as *const Word, p.dst as *mut Word);

    for j in 0..p.cols {
        for i in 0..p.rows {
            let word = *src.add((i * p.src_pitch + j) as usize);
            *dst.add((j * p.dst_pitch + i) as usize) = word;
        }
    }
    GK_OK
}

/// Computes the problem once.  Elements are moved bit for bit: only their size
/// matters.
unsafe extern "C" fn launch(
    host: *const gk_host,
    problem: *const c_void,
    _state: *mut c_void,
    _stream: *mut c_void,
) -> c_int {
    let p = &*(problem as *const gk_transpose);

    match p.element {
        1 => transpose::<u8>(p),
        2 => transpose::<u16>(p),
        4 => transpose::<u32>(p),
        8 => transpose::<u64>(p),
        16 => transpose::<[u64; 2]>(p),
        n => {
            error(host, &format!("there is no code for elements of {n} bytes"));
            GK_SKIP
        }
    }
}

/// From the simplest on.
static VARIANTS: [gk_variant; 1] = [gk_variant {
    family: c"transpose".as_ptr(),
    name: c"@NAME@".as_ptr(),
    summary: c"writes dst row by row".as_ptr(),
    device: GK_CPU,
    launch: Some(launch),
    problem_size: std::mem::size_of::<gk_transpose>() as u32,
    ..gk_variant::ZERO
}];

gk_plugin!(c"@NAME@", c"0.1", c"a variant of transpose", null(), &VARIANTS);
