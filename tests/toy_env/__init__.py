"""Higher Card, a game small enough to read in five minutes: the template for a game of your own.

Two or three players hold three hidden cards each. In every trick they play one face down, in turn; the only highest
card wins the trick's prize, and its player either keeps the prize or gambles it on a coin for double or nothing. All
draw again. Most points win when all cards are played.
"""

import arkade

arkade.register("toy", "toy_env.toy_v0:game")
