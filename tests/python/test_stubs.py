"""The stubs say what the compiled module has: every name, argument and default, by stubtest of mypy."""

import subprocess
import sys

import pytest

CONFIGURATION = """
[mypy]
[mypy-pettingzoo.*]
ignore_missing_imports = True
[mypy-gymnasium.*]
ignore_missing_imports = True
"""

# A list that no stub needs, aliases of literals that stubtest takes for classes, and a class of Python that has slots.
ALLOWED = [
    "draughts_td._core.__all__",
    "draughts_td.envs.Space",
    "draughts_td.onnx._Activation",
    "draughts_td.step.Step",
]

# A default that is no literal of Rust is shown as an ellipsis; what it is, the stub says.
UNSEEN = "has a default value of Ellipsis"


def test_the_stubs_are_those_of_the_module(tmp_path):
    pytest.importorskip("mypy")
    configuration, allowed = tmp_path / "mypy.ini", tmp_path / "allowed"
    configuration.write_text(CONFIGURATION)
    allowed.write_text("\n".join(ALLOWED))
    check = [sys.executable, "-m", "mypy.stubtest", "draughts_td", "--concise", "--ignore-unused-allowlist"]
    files = ["--mypy-config-file", str(configuration), "--allowlist", str(allowed)]
    done = subprocess.run([*check, *files], capture_output=True, text=True, cwd=tmp_path, timeout=300)
    said = [line for line in done.stdout.splitlines() if line and UNSEEN not in line]
    assert not said, "\n".join(said)
    assert UNSEEN in done.stdout or done.returncode == 0, done.stdout + done.stderr
