"""Work spread over other processes and machines, through the backends of joblib."""

from pennyworth.workers.spreading import Spreading

__all__ = ["Spreading"]
