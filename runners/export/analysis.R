# An analysis of the tables in this folder: means by cell, agreement between coders, mixed models.
#
#     Rscript analysis.R
#
# in this folder, or from anywhere with the path of this file. Means and agreement need only R. The
# packages irr, lme4 and ordinal are used if they are installed, for example with
# install.packages("lme4"). Means and agreement are also written to results/, to be compared with
# devrun score and devrun agree. Everything that is left out is reported with the reason.

arguments <- commandArgs(trailingOnly = FALSE)
this_file <- sub("^--file=", "", grep("^--file=", arguments, value = TRUE))
folder <- if (length(this_file) > 0) dirname(this_file[1]) else "."

# An empty field is a missing value and nothing else is: a reply may be the word NA.
read_table <- function(name) {
  pattern <- paste0("_description-", name, "_data[.]csv$")
  file <- list.files(file.path(folder, "data"), pattern = pattern, full.names = TRUE)
  if (length(file) == 0) return(NULL)
  header <- names(read.csv(file[1], nrows = 1, check.names = FALSE, encoding = "UTF-8"))
  words <- c("trial", "experiment", "condition", "wording", "model", "question", "form", "version",
             "place", "coder", "reply", "said", "item", "packet", "call", "participant")
  words <- intersect(words, header)
  kinds <- setNames(rep("character", length(words)), words)
  read.csv(file[1], na.strings = "", check.names = FALSE, encoding = "UTF-8", colClasses = kinds)
}

titled <- function(words) cat("\n", words, "\n", strrep("-", nchar(words)), "\n", sep = "")
left_out <- function(...) cat("left out: ", ..., "\n", sep = "")
installed <- function(package) requireNamespace(package, quietly = TRUE)

trials <- read_table("trials")
scores <- read_table("scores")
codes <- read_table("codes")
ratings <- read_table("ratings")
# A script without conditions has an empty condition, which is a cell like any other.
named <- function(table) {
  if (!is.null(table)) table$condition[is.na(table$condition)] <- ""
  table
}
trials <- named(trials)
scores <- named(scores)
codes <- named(codes)
ratings <- named(ratings)

# The participants that are programs. A row over these and others is simulated "in part".
programs <- unique(trials$model[trials$simulated])
simulated <- if (all(trials$simulated)) "TRUE" else if (any(trials$simulated)) "in part" else "FALSE"
mark_simulated <- function(more) {
  if (simulated == "TRUE") cat("SIMULATED, NOT DATA", more, "\n", sep = "")
  if (simulated == "in part")
    cat("IN PART SIMULATED, NOT DATA: ", paste(programs, collapse = ", "), "\n", sep = "")
}
mark_simulated(": programs answered that are no model")
dir.create(file.path(folder, "results"), showWarnings = FALSE)
keep <- function(table, name) {
  of_rows <- rep(simulated, nrow(table))
  if ("model" %in% names(table)) of_rows <- ifelse(table$model %in% programs, "TRUE", "FALSE")
  table <- cbind(simulated = of_rows, table)
  place <- file.path(folder, "results", paste0(name, ".csv"))
  write.csv(table, place, row.names = FALSE, na = "", fileEncoding = "UTF-8")
}

# ---- means by cell ------------------------------------------------------------------------------
# Coders were averaged within a trial; here samples are averaged within a draw, and draws within a
# cell. The interval is a t interval of the draws with one pseudo-draw, split between the ends of the
# scale: without it the interval is far too narrow if nearly all draws are 5 or 0.

cell_interval <- function(draws, high = 5) {
  n <- length(draws)
  if (n < 5) return(c(NA, NA))
  middle <- (sum(draws) + high / 2) / (n + 1)
  spread <- (sum((draws - middle)^2) + middle^2 / 2 + (high - middle)^2 / 2) / n
  half <- qt(0.975, n - 1) * sqrt(spread / (n + 1))
  c(max(0, middle - half), min(high, middle + half))
}

cells <- c("experiment", "condition", "wording", "model")
scored <- trials[!is.na(trials$lrs), ]
titled("LRS by cell: means over draws, 95% intervals by t with one pseudo-draw")
if (nrow(scored) == 0) {
  left_out("no trial has an LRS")
} else {
  by_draw <- aggregate(scored["lrs"], scored[c(cells, "draw")], mean)
  means <- aggregate(by_draw["lrs"], by_draw[cells], mean)
  keys <- do.call(paste, c(by_draw[cells], sep = "\r"))
  in_cell <- split(by_draw$lrs, keys)[do.call(paste, c(means[cells], sep = "\r"))]
  ends <- t(vapply(in_cell, cell_interval, numeric(2)))
  means <- data.frame(means[cells], n_draws = lengths(in_cell), lrs_mean = means$lrs,
                      low = ends[, 1], high = ends[, 2], row.names = NULL)
  print(means, digits = 3, row.names = FALSE)
  keep(means, "cells")
  without <- sum(is.na(trials$lrs))
  if (without > 0) left_out(without, " of ", nrow(trials), " trials have no LRS: see status")
}

# ---- agreement ----------------------------------------------------------------------------------
# Of the codes before adjudication, for each pair of coders, with all categories of the scale, used
# or not. Columns that begin with rater_ are pooled.

categories <- list(mark = c(0, 0.5, 1), control = c(0, 0.5, 1), gate = c(0, 1), lrs = 1:5,
                   lrs_with_zeros = 0:5)

cohen_kappa <- function(one, other, values, squared) {
  both <- !is.na(one) & !is.na(other)
  if (!any(both)) return(NA)
  table <- table(factor(one[both], values), factor(other[both], values)) / sum(both)
  weights <- if (squared) 1 - (outer(values, values, "-") / (max(values) - min(values)))^2
             else diag(length(values))
  observed <- sum(weights * table)
  expected <- sum(weights * outer(rowSums(table), colSums(table)))
  if (expected == 1) NA else (observed - expected) / (1 - expected)
}

# Fewer than two categories with at least 5% of the ratings each, as in devrun agree.
nearly_constant <- function(measure) {
  raters <- grep("^rater_", names(ratings), value = TRUE)
  given <- unlist(ratings[ratings$measure == measure, raters])
  sum(table(given) >= sum(!is.na(given)) / 20) < 2
}

agreement <- function() {
  raters <- grep("^rater_", names(ratings), value = TRUE)
  if (length(raters) < 2)
    return(left_out("agreement: fewer than two coders whose ratings are pooled"))
  found <- NULL
  for (measure in names(categories)) {
    rows <- ratings[ratings$measure == measure, raters, drop = FALSE]
    for (pair in combn(raters, 2, simplify = FALSE)) {
      one <- rows[[pair[1]]]
      other <- rows[[pair[2]]]
      both <- !is.na(one) & !is.na(other)
      values <- categories[[measure]]
      found <- rbind(found, data.frame(
        measure = measure, coder = pair[1], other = pair[2], n = sum(both),
        percent_agreement = if (any(both)) mean(one[both] == other[both]) else NA,
        cohen_kappa = cohen_kappa(one, other, values, FALSE),
        cohen_kappa_quadratic = cohen_kappa(one, other, values, TRUE)))
    }
  }
  print(found, digits = 3, row.names = FALSE)
  keep(found, "agreement")
  few <- unique(found$measure[found$n < 20])
  if (length(few) > 0)
    cat("under 20 common items, too few for a kappa; devrun agree prints none: ",
        paste(few, collapse = ", "), "\n", sep = "")
  alike <- setdiff(Filter(nearly_constant, names(categories)), few)
  if (length(alike) > 0)
    cat("nearly constant, so a kappa depends on a few items; devrun agree prints none: ",
        paste(alike, collapse = ", "), "\n", sep = "")
  if (!installed("irr")) return(left_out("Krippendorff's alpha and the ICC: irr is not installed"))
  for (measure in c("mark", "lrs", "lrs_linear")) {
    rows <- as.matrix(ratings[ratings$measure == measure, raters, drop = FALSE])
    whole <- rows[stats::complete.cases(rows), , drop = FALSE]
    if (nrow(whole) < 3) {
      left_out(measure, " by irr: fewer than three items that every coder rated")
      next
    }
    method <- if (measure == "lrs_linear") "interval" else "ordinal"
    alpha <- try(irr::kripp.alpha(t(rows), method)$value, silent = TRUE)
    icc <- try(irr::icc(whole, "twoway", "agreement", "single")$value, silent = TRUE)
    shown <- function(value) if (inherits(value, "try-error")) "undefined" else format(value)
    cat(measure, ": Krippendorff's alpha (", method, ") ", shown(alpha), ", ICC(2,1) ", shown(icc),
        ", n = ", nrow(whole), " rated by all\n", sep = "")
  }
}

titled("Agreement between coders, before adjudication")
if (is.null(ratings)) left_out("nobody has coded this study") else agreement()

# ---- models -------------------------------------------------------------------------------------
# A draw of one experiment and wording has the same words in every condition and for every model, so
# its marks are correlated; draw 3 of another experiment, or of the other wording, is unrelated. The
# original wording is one text, and all its draws are replies to it: one draw of words. Trials are
# nested in draws, questions in experiments. Coders are fixed: two people are not a sample of coders.

prepared <- function(table) {
  words <- ifelse(table$wording == "original", 0, table$draw)
  table$draw_of <- interaction(table$experiment, table$wording, words, drop = TRUE)
  for (name in c("experiment", "condition", "wording", "model", "coder", "trial"))
    table[[name]] <- factor(table[[name]])
  table
}

levels_of <- function(table, name) nlevels(droplevels(table[[name]]))

# Two groups cannot show how groups vary, so they are two levels of a fixed effect. With three or
# more groups there is a variance.
model_of <- function(table, within) {
  fixed <- groups <- NULL
  here <- Filter(function(name) levels_of(table, name) > 1, c("model", "wording"))
  if (length(here) > 0) fixed <- paste(here, collapse = " * ")
  for (name in setdiff(c("model", "wording"), here))
    left_out("the effect of ", name, ": it has one level")
  if (levels_of(table, "coder") > 1) fixed <- c(fixed, "coder")
  experiments <- levels_of(table, "experiment")
  inside <- levels_of(table, paste0(within, "_of"))
  if (experiments > 2) {
    groups <- paste0("(1 | experiment/", within, ")")
  } else {
    if (experiments == 2) fixed <- c(fixed, "experiment")
    if (inside > 2) groups <- paste0("(1 | ", within, "_of)")
    else if (inside == 2 && experiments == 1) fixed <- c(fixed, within)
    left_out("the variance between experiments: there ",
             if (experiments == 1) "is one" else "are two")
  }
  draws <- levels_of(table, "draw_of")
  if (draws > 2) groups <- c(groups, "(1 | draw_of)")
  else left_out("the variance between draws: fewer than three")
  trials <- levels_of(table, "trial")
  if (trials < nrow(table) && trials > max(2, draws)) groups <- c(groups, "(1 | trial)")
  list(fixed = if (is.null(fixed)) "1" else fixed, groups = groups)
}

# Only comparisons declared before the run have p values (`devrun compare`). Here every coefficient
# would get one, declared or not.
with_interval <- function(coefficients) {
  estimate <- coefficients[, "Estimate"]
  error <- coefficients[, "Std. Error"]
  cbind(estimate, error, low = estimate - 1.96 * error, high = estimate + 1.96 * error)
}

fitted <- function(title, outcome, table, within, fit) {
  titled(title)
  if (nrow(table) == 0) return(left_out("the model: no rows"))
  if (length(unique(table[[outcome]])) < 2)
    return(left_out("the model: every ", outcome, " is the same"))
  table <- prepared(table)
  table[[within]] <- factor(table[[within]])
  table[[paste0(within, "_of")]] <- interaction(table$experiment, table[[within]], drop = TRUE)
  model <- model_of(table, within)
  if (is.null(model$groups)) return(left_out("the model: too few groups for any variance"))
  formula <- paste(outcome, "~", paste(c(model$fixed, model$groups), collapse = " + "))
  cat(formula, "\nn = ", nrow(table), " in ", levels_of(table, "trial"), " trials\n", sep = "")
  warned <- NULL
  heard <- function(warning) {
    warned <<- c(warned, conditionMessage(warning))
    invokeRestart("muffleWarning")
  }
  found <- tryCatch(withCallingHandlers(fit(as.formula(formula), table), warning = heard),
                    error = identity)
  if (inherits(found, "error")) return(left_out("the model: ", conditionMessage(found)))
  # If all rows of a group are equal, its estimate diverges and the others are biased: 15 logits is a
  # probability of three in ten million, which no study of this size can estimate.
  told <- with_interval(suppressWarnings(summary(found))$coefficients)
  if (any(!is.finite(told)) || any(abs(told[, "estimate"]) > 15))
    return(left_out("the model: it cannot be estimated, since in some group nearly every ",
                    outcome, " is the same and estimates diverge"))
  print(told, digits = 3)
  for (words in unique(warned)) cat("warning of the fit: ", words, "\n", sep = "")
  if (inherits(found, "merMod") && lme4::isSingular(found))
    cat("the fit is singular: a variance is 0, and standard errors may be too small\n")
}

logistic <- function(formula, table) {
  lme4::glmer(formula, table, family = binomial,
              control = lme4::glmerControl(optimizer = "bobyqa", calc.derivs = FALSE))
}

titled("Models of marks and scores")
cat("Exploratory: estimates in logits, with standard errors and 95% Wald intervals, and no p\n",
    "values; devrun compare tests comparisons that were declared before the run.\n", sep = "")

tests <- codes[codes$counted & !codes$duplicate & codes$kind == "test" & !is.na(codes$mark), ]
tests$right <- as.integer(tests$mark == 1)
whole <- scores[scores$counted & !is.na(scores$lrs), ]
whole$zero <- as.integer(whole$lrs == 0)
above <- whole[whole$lrs > 0, ]
above$score <- factor(above$lrs, ordered = TRUE)

if (installed("lme4")) {
  fitted("Marks: is a test question answered correctly? Half marks count as wrong", "right", tests,
         "question", logistic)
  fitted("Hurdle, first half: is a trial scored 0?", "zero", whole, "condition", logistic)
} else {
  left_out("the model of marks and the first half of the hurdle: lme4 is not installed")
}
if (!installed("ordinal")) {
  left_out("the second half of the hurdle: ordinal is not installed")
} else if (nlevels(droplevels(above$score)) < 3) {
  left_out("the second half of the hurdle: fewer than three different scores above 0")
} else {
  fitted("Hurdle, second half: scores from 1 to 5, ordered", "score", above, "condition",
         function(formula, table) ordinal::clmm(formula, data = table))
}
cat("\n")
mark_simulated("")
