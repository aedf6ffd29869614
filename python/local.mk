# SPDX-License-Identifier: BSD-3-Clause
# The Python package, which pip builds and installs; make packs it, and installs it for
# the bridge to scripts (bridges/python/).

python_package = \
	python/gkhost/__init__.py \
	python/gkhost/__main__.py \
	python/gkhost/bridge.py \
	python/gkhost/comparison.py \
	python/gkhost/frames.py \
	python/gkhost/kernelbench.py \
	python/gkhost/listing.py \
	python/gkhost/optional.py \
	python/gkhost/pictures.py \
	python/gkhost/plots.py \
	python/gkhost/program.py \
	python/gkhost/py.typed \
	python/gkhost/record.py \
	python/gkhost/rounds.py \
	python/gkhost/running.py \
	python/gkhost/runs.py \
	python/gkhost/script.py

EXTRA_DIST += \
	$(python_package) \
	python/LICENSE \
	python/README.md \
	python/pyproject.toml \
	python/tests/common.py \
	python/tests/test_comparison.py \
	python/tests/test_frames.py \
	python/tests/test_main.py \
	python/tests/test_pictures.py \
	python/tests/test_plots.py \
	python/tests/test_record.py \
	python/tests/test_running.py \
	python/tests/test_runs.py \
	python/tests/test_script.py
