"""Replicants!: grow your hive of replicants to 36 points."""
