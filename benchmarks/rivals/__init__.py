"""Other suites beside arkade on one machine in one run: `python -m arkade_benchmarks.rivals` (`make rivals`).

Each module plays uniformly random legal games in one suite, in an environment of its own, and prints one JSON. A step is
one decision of a player: the mask of the legal actions and the observation of whoever is to move are really produced,
in the suite's own form, unless a row says otherwise; new deals are included.
"""
