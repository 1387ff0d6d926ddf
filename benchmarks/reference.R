# msB with the paper's own stack (randomForest, glmnet), on splits and prices given by reference.py.
# Rscript reference.R FOLDER: reads FOLDER/*.csv (features, target, part) and *.prices, writes FOLDER/aup.csv
suppressMessages({library(randomForest); library(glmnet)})
folder <- commandArgs(trailingOnly = TRUE)[1]

removal_path <- function(p, choose) {
  left <- seq_len(p); path <- list(left)
  while (length(left) > 2) { left <- setdiff(left, choose(left)); path <- c(path, list(left)) }
  path
}

l1_sets <- function(x, y) {
  family <- if (nlevels(y) == 2) "binomial" else "multinomial"
  fit <- glmnet(x, y, family = family, nlambda = 60, lambda.min.ratio = 1e-3)
  coefficients <- if (is.list(fit$beta)) fit$beta else list(fit$beta)
  active <- Reduce(`|`, lapply(coefficients, function(b) as.matrix(b) != 0))
  sets <- lapply(seq_len(ncol(active)), function(j) unname(which(active[, j])))
  c(Filter(function(s) length(s) >= 2, sets), list(seq_len(ncol(x))))
}

msb_aup <- function(data, prices) {
  part <- data$part; y <- factor(data$target)
  x <- as.matrix(data[, setdiff(names(data), c("target", "part"))])
  rows <- lapply(c(train = "train", validate = "validate", test = "test"), function(k) which(part == k))
  full <- randomForest(x[rows$train, ], y[rows$train], ntree = 500, importance = TRUE)
  weight <- importance(full, type = 1)[, 1]
  inverse <- (prices / pmax(weight, .Machine$double.eps))^0.1
  p <- ncol(x)
  subsets <- unique(c(
    removal_path(p, function(left) left[which.max(prices[left])]),
    removal_path(p, function(left) left[which.min(weight[left])]),
    removal_path(p, function(left) left[sample.int(length(left), 1, prob = inverse[left])]),
    l1_sets(x[rows$train, ], y[rows$train])
  ))
  scored <- t(sapply(subsets, function(s) {
    forest <- randomForest(x[rows$train, s], y[rows$train], ntree = 500)
    accuracy <- function(k) mean(predict(forest, x[rows[[k]], s]) == y[rows[[k]]])
    c(cost = sum(prices[s]), validate = accuracy("validate"), test = accuracy("test"))
  }))
  scored <- scored[order(scored[, "cost"], -scored[, "validate"]), ]
  front <- scored[scored[, "validate"] > c(-Inf, head(cummax(scored[, "validate"]), -1)), , drop = FALSE]
  widths <- diff(c(front[, "cost"], sum(prices))) / sum(prices)
  c(aup = sum(widths * front[, "test"]), subsets = length(subsets))
}

files <- list.files(folder, pattern = "[0-9]\\.csv$")
found <- do.call(rbind, lapply(files, function(file) {
  set.seed(1)
  data <- read.csv(file.path(folder, file), check.names = FALSE)
  prices <- scan(file.path(folder, sub("csv$", "prices", file)), quiet = TRUE)
  data.frame(file = file, t(msb_aup(data, prices)))
}))
write.csv(found, file.path(folder, "aup.csv"), row.names = FALSE)
