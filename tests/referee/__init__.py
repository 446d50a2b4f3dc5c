"""Second, independent implementations of the games, for comparison with the kernels."""
