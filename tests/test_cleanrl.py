"""The page of PPO learns to beat random play."""

from arkade_agents.cleanrl_ppo import train


def test_it_learns_to_beat_random_play():
    steps, shares = [], []

    def report(done: int, share: float) -> None:
        steps.append(done)
        shares.append(share)

    won = train(steps=40_000, report=report)
    assert steps == [8192, 16384, 24576, 32768, 40960]
    assert won == shares[-1] > 0.56
