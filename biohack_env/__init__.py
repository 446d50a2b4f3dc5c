"""Biohack: send out bioroids for genes, create creatures, report to a company that gives you a second chance."""
