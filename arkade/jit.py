"""The two decorators of the kernel dialect, and what stands in for numba where it is switched off.

`@kernel` marks a game rule, `@loop` a batch loop over the verbs. Only loops are cached on disk: every loop takes the
game's tables, whose type names the game's sources (`arkade.records.tables_dtype`), so an edited rule is a new
signature and never meets old machine code.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import os
import shutil
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core.compiler import Compiler

JIT = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
UNUSED_DAYS = 30  # cache folders older than this are removed

# Only compiled code calls kernels: the wrappers for Python would cost more to compile than the rules.
_KERNEL: dict[str, Any] = dict(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)

F = TypeVar("F", bound=Callable[..., Any])


class _KernelCompiler(Compiler):
    """Leaves it to the loops to optimise what they link and to make machine code of it: half the time of compiling.

    Only loops run, and each holds all kernels it calls; numba would do both for every kernel with all that it calls.
    The names with an underscore are numba's own: where it has others, kernels compile as it sees fit.
    """

    def _compile_core(self) -> Any:
        library = self.state.targetctx.codegen().create_library(self.state.func_id.func_qualname)
        if not {"_optimize_final_module", "_finalize_final_module", "_finalized"} <= set(dir(library)):
            return super()._compile_core()
        library._optimize_final_module = lambda: None
        library._finalize_final_module = functools.partial(setattr, library, "_finalized", True)
        self.state.library = library
        self.state.flags.no_compile = True
        result = super()._compile_core()
        # numba tells kernels apart by a built-in function of their own; nobody calls it
        entry_point = list[Any]().append
        self.state.targetctx.insert_user_function(entry_point, result.fndesc, [library])
        return result._replace(entry_point=entry_point)


def kernel(function: F | None = None, *, hot: bool = False) -> Any:
    """Compile a game rule together with the loops that call it; plain Python where JIT is off.

    `hot` copies the machine code into every caller: for what runs at every step and is called from few places.
    """
    if function is None:
        return functools.partial(kernel, hot=hot)
    if not JIT:
        return function
    dispatcher = numba.njit(**_KERNEL, forceinline=hot, pipeline_class=_KernelCompiler)(function)
    typed = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: typed(tuple(map(_widened, args)), kws)
    return dispatcher


def _widened(kind: Any) -> Any:
    """int64 for every signed integer, literal and enum member: one version of a kernel instead of one per width."""
    kind = numba.types.unliteral(kind)
    if isinstance(kind, numba.types.IntEnumMember) or kind in numba.types.signed_domain:
        return numba.types.int64
    return kind


def loop(function: F | None = None, *, parallel: bool = False) -> Any:
    """Compile a batch loop and keep its machine code on disk; plain Python over `Record` where JIT is off."""
    if function is None:
        return functools.partial(loop, parallel=parallel)
    if not JIT:
        return _over_records(function)
    folder = cache_folder(Path(inspect.getfile(function)).parent)
    options: dict[str, Any] = dict(nogil=True, error_model="numpy", parallel=parallel)
    if folder is None:
        return numba.njit(**options)(function)
    before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    try:
        return numba.njit(cache=True, **options)(function)
    finally:
        numba.config.CACHE_DIR = before  # type: ignore[attr-defined]


def wraps_around(function: F) -> F:
    """Let the uint64 arithmetic of `function` wrap without numpy's warning where JIT is off."""
    return function if JIT else np.errstate(over="ignore")(function)


@functools.cache
def digest(*folders: Path) -> str:
    """16 hex digits over the Python sources directly in `folders`."""
    sha = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.glob("*.py")):
            sha.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return sha.hexdigest()[:16]


def packages(folder: Path) -> list[Path]:
    """A package and all packages in it."""
    subpackages = sorted(init.parent for init in folder.glob("*/__init__.py"))
    return [folder, *(package for subpackage in subpackages for package in packages(subpackage))]


def cache_root() -> Path:
    """The folder that holds all cache folders: `NUMBA_CACHE_DIR`, else the user's cache directory."""
    if os.environ.get("NUMBA_CACHE_DIR"):
        return Path(os.environ["NUMBA_CACHE_DIR"])
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", str(Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    return Path(base) / "arkade"


@functools.cache
def cache_folder(package: Path) -> Path | None:
    """The cache folder for loops written in `package`; None, with one warning, where it cannot be written."""
    core = Path(__file__).parent
    sources = digest(core) if package == core else digest(core, *packages(package))
    bounds = "-bounds" if numba.config.BOUNDSCHECK else ""  # type: ignore[attr-defined]
    root = cache_root()
    folder = root / f"kernels-{sources}-numba{numba.__version__}{bounds}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".write-{os.getpid()}"
        probe.touch()
        probe.unlink()
        os.utime(folder)
        _prune(root)
    except OSError as error:
        _warn_uncached(str(root), str(error))
        return None
    return folder


@functools.cache
def _warn_uncached(root: str, error: str) -> None:
    message = f"arkade compiles anew in every process: the kernel cache {root} cannot be written ({error}); "
    warnings.warn(message + "set NUMBA_CACHE_DIR to a folder that can", RuntimeWarning, stacklevel=5)


def _prune(root: Path) -> None:
    oldest = time.time() - UNUSED_DAYS * 86400
    for folder in root.glob("kernels-*"):
        if folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


# --- JIT off -----------------------------------------------------------------------------------------------------


class IntArray(np.ndarray):
    """A field's array with JIT off: items read as Python ints, a negative index is an error.

    Arithmetic then runs in wide ints as numba's does, storing a value that does not fit raises OverflowError, and
    `NONE` used as an index is found instead of reading the last item.
    """

    def __getitem__(self, index: Any) -> Any:
        _refuse_negative(index)
        value = super().__getitem__(index)
        return value.item() if isinstance(value, np.generic) else value

    def __setitem__(self, index: Any, value: Any) -> None:
        _refuse_negative(index)
        super().__setitem__(index, value)

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self)))


def _refuse_negative(index: Any) -> None:
    for i in index if isinstance(index, tuple) else (index,):
        if isinstance(i, (int, np.integer)) and i < 0:
            raise IndexError(f"negative index {i} into a field of a record")


class Record:
    """One record with JIT off: `s.hand[p, kind]` and `s.round` as in a kernel, Python ints throughout."""

    __slots__ = ("void",)

    def __init__(self, void: np.void) -> None:
        object.__setattr__(self, "void", void)

    def __getattr__(self, name: str) -> Any:
        if name not in self.void.dtype.names:
            raise AttributeError(f"record has no field {name!r}")
        value = self.void[name]
        return value.view(IntArray) if isinstance(value, np.ndarray) else value.item()

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.void.dtype.names:
            raise AttributeError(f"record has no field {name!r}")
        self.void[name] = value


class Records:
    """A 1-d array of records with JIT off: rows read as `Record`."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array
        self.shape = array.shape
        self.dtype = array.dtype

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, index: Any) -> Any:
        value = self.array[index]
        return Records(value) if isinstance(value, np.ndarray) else Record(value)

    def __setitem__(self, index: Any, value: Any) -> None:
        self.array[index] = value.void if isinstance(value, Record) else value


def _over_records(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapped(*args: Any) -> Any:
        return function(*(Records(a) if isinstance(a, np.ndarray) and a.dtype.names else a for a in args))

    return wrapped
