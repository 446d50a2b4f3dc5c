"""Enclosure: arrange the creatures of your habitat, complete researches and milestones."""
