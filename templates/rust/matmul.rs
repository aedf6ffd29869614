// SPDX-License-Identifier: BSD-3-Clause
//! @NAME@: a variant of the products C = A * B, square and rectangular, of f32
//! and row-major.

mod gkhost;

use gkhost::*;
use std::ffi::{c_int, c_void, CStr};
use std::ptr::null;
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// One product.  Writes every element of C, but no padding between the end of a
/// row and the beginning of the next.
unsafe fn multiply(p: &gk_matmul, a: *const f32, b: *const f32, c: *mut f32) {
    let (n, k) = (p.n as usize, p.k as usize);

    for i in 0..p.m {
        let a_row = from_raw_parts(a.add((i * p.lda) as usize), n);
        let c_row = from_raw_parts_mut(c.add((i * p.ldc) as usize), k);

        c_row.fill(0.0);
        for (l, x) in a_row.iter().enumerate() {
            let b_row = from_raw_parts(b.add(l * p.ldb as usize), k);

            for (sum, y) in c_row.iter_mut().zip(b_row) {
                *sum += x * y;
            }
        }
    }
}

/// Computes the problem once: all products of its batch.
unsafe extern "C" fn launch(
    _host: *const gk_host,
    problem: *const c_void,
    _state: *mut c_void,
    _stream: *mut c_void,
) -> c_int {
    let p = &*(problem as *const gk_matmul);
    let (a, b, c) = (p.a as *const f32, p.b as *const f32, p.c as *mut f32);

    for z in 0..p.batch {
        multiply(
            p,
            a.add((z * p.stride_a) as usize),
            b.add((z * p.stride_b) as usize),
            c.add((z * p.stride_c) as usize),
        );
    }
    GK_OK
}

/// Problems of other types and layouts are skipped.
const fn variant_of(family: &'static CStr) -> gk_variant {
    gk_variant {
        family: family.as_ptr(),
        name: c"@NAME@".as_ptr(),
        summary: c"adds multiples of the rows of B to each row of C".as_ptr(),
        device: GK_CPU,
        dtypes: gk_bit(GK_F32),
        layouts: gk_bit(GK_ROW_MAJOR),
        launch: Some(launch),
        problem_size: std::mem::size_of::<gk_matmul>() as u32,
        ..gk_variant::ZERO
    }
}

/// Both families have the same problem struct.
static VARIANTS: [gk_variant; 2] = [variant_of(c"matmul-square"), variant_of(c"matmul-rect")];

gk_plugin!(c"@NAME@", c"0.1", c"a variant of the products", null(), &VARIANTS);
