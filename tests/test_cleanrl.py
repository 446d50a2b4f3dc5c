"""The page of PPO learns to beat random play."""

import torch

from arkade_agents.cleanrl_ppo import train


def test_it_learns_to_beat_random_play():
    torch.set_num_threads(1)
    steps, shares = [], []

    def report(done: int, share: float) -> None:
        steps.append(done)
        shares.append(share)

    won = train(steps=100_000, report=report)
    assert steps == [8192 * (k + 1) for k in range(13)]
    assert won == shares[-1] > 0.85  # of the last 1,000 games, from which it was learning
