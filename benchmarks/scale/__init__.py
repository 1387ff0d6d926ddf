"""What more rows, trees and workers cost."""
