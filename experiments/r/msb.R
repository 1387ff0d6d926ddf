# msB and logitB with the paper's own stack (randomForest, glmnet), on rows and prices given by r_stack.py.
# Rscript msb.R FOLDER: reads FOLDER/*.csv (features, target, part) and *.prices, writes FOLDER/found.csv
suppressMessages({library(randomForest); library(glmnet)})
folder <- commandArgs(trailingOnly = TRUE)[1]

removal_path <- function(p, choose) {
  left <- seq_len(p); path <- list(left)
  while (length(left) > 2) { left <- setdiff(left, choose(left)); path <- c(path, list(left)) }
  path
}

l1_fit <- function(x, y, ...) {
  glmnet(x, y, family = if (nlevels(y) == 2) "binomial" else "multinomial", ...)
}

active_sets <- function(fit) {
  coefficients <- if (is.list(fit$beta)) fit$beta else list(fit$beta)
  active <- Reduce(`|`, lapply(coefficients, function(b) as.matrix(b) != 0))
  lapply(seq_len(ncol(active)), function(j) unname(which(active[, j])))
}

area <- function(scored, full_cost) {
  scored <- scored[order(scored[, "cost"], -scored[, "validate"]), , drop = FALSE]
  front <- scored[scored[, "validate"] > c(-Inf, head(cummax(scored[, "validate"]), -1)), , drop = FALSE]
  sum(diff(c(front[, "cost"], full_cost)) / full_cost * front[, "test"])
}

msb <- function(x, y, rows, prices) {
  full <- randomForest(x[rows$train, ], y[rows$train], ntree = 500, importance = TRUE)
  weight <- importance(full, type = 1)[, 1]
  inverse <- (prices / pmax(weight, .Machine$double.eps))^0.1
  p <- ncol(x)
  path <- l1_fit(x[rows$train, ], y[rows$train], nlambda = 60, lambda.min.ratio = 1e-3)
  subsets <- unique(c(
    removal_path(p, function(left) left[which.max(prices[left])]),
    removal_path(p, function(left) left[which.min(weight[left])]),
    removal_path(p, function(left) left[sample.int(length(left), 1, prob = inverse[left])]),
    Filter(function(s) length(s) >= 2, active_sets(path)), list(seq_len(p))
  ))
  t(sapply(subsets, function(s) {
    forest <- randomForest(x[rows$train, s], y[rows$train], ntree = 500)
    accuracy <- function(k) mean(predict(forest, x[rows[[k]], s]) == y[rows[[k]]])
    c(cost = sum(prices[s]), validate = accuracy("validate"), test = accuracy("test"))
  }))
}

logitb <- function(x, y, rows, prices) {
  fit <- l1_fit(x[rows$train, ], y[rows$train], nlambda = 100, lambda.min.ratio = 1e-4)
  costs <- sapply(active_sets(fit), function(s) sum(prices[s]))
  accuracy <- function(k) colMeans(matrix(predict(fit, x[rows[[k]], ], type = "class"), length(rows[[k]])) == as.character(y[rows[[k]]]))
  scored <- cbind(cost = costs, validate = accuracy("validate"), test = accuracy("test"))
  scored[costs > 0, , drop = FALSE]
}

run <- function(file) {
  set.seed(1)
  data <- read.csv(file.path(folder, file), check.names = FALSE)
  prices <- scan(file.path(folder, sub("csv$", "prices", file)), quiet = TRUE)
  y <- factor(data$target)
  x <- as.matrix(data[, setdiff(names(data), c("target", "part"))])
  rows <- lapply(c(train = "train", validate = "validate", test = "test"), function(k) which(data$part == k))
  do.call(rbind, lapply(c("msB", "logitB"), function(method) {
    spent <- system.time(scored <- list(msB = msb, logitB = logitb)[[method]](x, y, rows, prices))
    data.frame(file = file, method = method, subsets = nrow(scored), test_aup = area(scored, sum(prices)),
               seconds = spent[["elapsed"]], cpu_seconds = spent[["user.self"]] + spent[["sys.self"]])
  }))
}

files <- list.files(folder, pattern = "[0-9]\\.csv$")
write.csv(do.call(rbind, lapply(files, run)), file.path(folder, "found.csv"), row.names = FALSE)
