"""Many calls at once: in threads, in processes, or on a cluster."""

from pennyweight.parallel.spreading import Spreading
from pennyweight.parallel.threads import go_on, in_threads, n_threads, one_blas_thread

__all__ = ["Spreading", "go_on", "in_threads", "n_threads", "one_blas_thread"]
