"""Thin façades over a Game: batches, PettingZoo, Gymnasium and Stable-Baselines3."""
