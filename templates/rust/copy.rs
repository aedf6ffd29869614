// SPDX-License-Identifier: BSD-3-Clause
//! @NAME@: a variant of copy, dst[i][j] = src[i][j].

mod gkhost;

use gkhost::*;
use std::ffi::{c_int, c_void};
use std::ptr::null;

/// Computes the problem once.  Writes every element of dst, but no padding
/// between the end of a row and the beginning of the next.
unsafe extern "C" fn launch(
    _host: *const gk_host,
    problem: *const c_void,
    _state: *mut c_void,
    _stream: *mut c_void,
) -> c_int {
    let p = &*(problem as *const gk_copy);
    let element = p.element as usize;
    let (src, dst) = (p.src as *const u8, p.dst as *mut u8);

    for i in 0..p.rows {
        let from = src.add((i * p.src_pitch) as usize * element);
        let to = dst.add((i * p.dst_pitch) as usize * element);
        std::ptr::copy_nonoverlapping(from, to, p.cols as usize * element);
    }
    GK_OK
}

/// From the simplest on.
static VARIANTS: [gk_variant; 1] = [gk_variant {
    family: c"copy".as_ptr(),
    name: c"@NAME@".as_ptr(),
    summary: c"copies row by row".as_ptr(),
    device: GK_CPU,
    launch: Some(launch),
    problem_size: std::mem::size_of::<gk_copy>() as u32,
    ..gk_variant::ZERO
}];

gk_plugin!(c"@NAME@", c"0.1", c"a variant of copy", null(), &VARIANTS);
