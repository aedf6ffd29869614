# SPDX-License-Identifier: BSD-3-Clause
"""Spack's recipe of gkhost."""

from spack_repo.builtin.build_systems.autotools import AutotoolsPackage
from spack_repo.builtin.build_systems.cuda import CudaPackage

from spack.package import *


class Gkhost(AutotoolsPackage, CudaPackage):
    """gkhost runs suites of compute kernels, which come in plugins, on the CPU and
    on NVIDIA GPUs, and says of each how fast it is and whether its result is right.
    """

    homepage = "https://gkhost.example/"
    url = "https://gkhost.example/releases/gkhost-0.1.0.tar.gz"

    license("BSD-3-Clause", checked_by="gkhost")

    # With the checksum that SHA256SUMS of the release has; until then it is
    # "spack install --no-checksum".
    version("0.1.0")

    variant("openmp", default=True, description="Run CPU variants on all cores")

    depends_on("c", type="build")
    depends_on("cxx", type="build", when="+cuda")
    depends_on("gmake", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("libinih")
    depends_on("jansson@2.7:")
    depends_on("cuda@11.8:", when="+cuda")

    def configure_args(self):
        args = self.enable_or_disable("openmp") + ["--without-python"]
        if self.spec.satisfies("~cuda"):
            return args + ["--without-cuda"]
        args.append(f"--with-cuda={self.spec['cuda'].prefix}")
        arch = self.spec.variants["cuda_arch"].value
        if "none" not in arch:
            args.append(f"--with-cuda-arch={','.join(arch)}")
        return args

    def test_list(self):
        """An installed gkhost lists the variants that it found."""
        found = Executable(self.prefix.bin.gkhost)("list", "copy", output=str)
        assert "cpu-memcpy" in found
