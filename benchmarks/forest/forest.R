# Rscript forest.R METHOD FOLDER TREES THREADS: fit FOLDER/fit.csv, score FOLDER/score.csv.
# Prints the seconds of fit and prediction, and the accuracy.
args <- commandArgs(trailingOnly = TRUE)
method <- args[1]
trees <- as.integer(args[3])
fit <- read.csv(file.path(args[2], "fit.csv"))
score <- read.csv(file.path(args[2], "score.csv"))
fit$target <- factor(fit$target)
columns <- setdiff(names(fit), "target")
if (method == "ranger") {
  library(ranger)
  seconds <- system.time({
    model <- ranger(x = fit[columns], y = fit$target, num.trees = trees, min.node.size = 1,
                    num.threads = as.integer(args[4]), oob.error = FALSE)
    guess <- predict(model, score[columns], num.threads = as.integer(args[4]))$predictions
  })[["elapsed"]]
} else {
  library(randomForest)
  seconds <- system.time({
    model <- randomForest(fit[columns], fit$target, ntree = trees)
    guess <- predict(model, score[columns])
  })[["elapsed"]]
}
cat(seconds, mean(as.character(guess) == as.character(score$target)), "\n")
