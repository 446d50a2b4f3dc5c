"""Measurements of arkade: what `arkade bench` runs. Installed as `arkade_benchmarks`."""
