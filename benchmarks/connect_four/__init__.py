"""Connect Four on arkade's verbs and in plain C: the game that other suites have too, and the limit of this machine."""

import arkade

arkade.register("connect_four", "arkade_benchmarks.connect_four.connect_four_v0:game", "ConnectFour")
