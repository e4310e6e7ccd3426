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
             "place", "first_condition", "coder", "reply", "said", "item", "packet", "call",
             "participant", "slot", "word")
  words <- intersect(words, header)
  kinds <- setNames(rep("character", length(words)), words)
  read.csv(file[1], na.strings = "", check.names = FALSE, encoding = "UTF-8", colClasses = kinds)
}

titled <- function(words) cat("\n", words, "\n", strrep("-", nchar(words)), "\n", sep = "")
left_out <- function(...) cat("left out: ", ..., "\n", sep = "")
installed <- function(package) requireNamespace(package, quietly = TRUE)

trials <- read_table("trials")
codes <- read_table("codes")
ratings <- read_table("ratings")
# A script without conditions has an empty condition, which is a cell like any other.
named <- function(table) {
  if (!is.null(table)) table$condition[is.na(table$condition)] <- ""
  table
}
trials <- named(trials)
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

# Coders who gave ratings from 0 to 5 marked nothing.
rated <- "rating" %in% ratings$measure
categories <- if (rated) list(rating = 0:5) else
  list(mark = c(0, 0.5, 1), control = c(0, 0.5, 1), gate = c(0, 1), lrs = 1:5, lrs_with_zeros = 0:5)
fewest <- if (rated) 10 else 20

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
  few <- unique(found$measure[found$n < fewest])
  if (length(few) > 0)
    cat("under ", fewest, " common items, too few for a kappa; devrun agree prints none: ",
        paste(few, collapse = ", "), "\n", sep = "")
  alike <- setdiff(Filter(nearly_constant, names(categories)), few)
  if (length(alike) > 0)
    cat("nearly constant, so a kappa depends on a few items; devrun agree prints none: ",
        paste(alike, collapse = ", "), "\n", sep = "")
  if (!installed("irr")) return(left_out("Krippendorff's alpha and the ICC: irr is not installed"))
  for (measure in if (rated) "rating" else c("mark", "lrs", "lrs_linear")) {
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
# Fixed effects: participants, wordings and conditions. They were chosen, and are no sample of anything;
# nor are two experiments. Coders are averaged: `devrun compare --kind variance` says what they add.
#
# Random effects are crossed:
#   item    a scored question of a script, in all its conditions
#   unit    the same in its own words: a question that reads the same in two conditions is one unit
#   words   a set of words. Draws with the same words are one set, in every condition and for every
#           participant, also if a counterbalance only swaps them; the original wording is one set
#   trial   one conversation, with all its questions
# A random slope is written as an interaction: (1 | words:model) says how much the difficulty of words
# differs between participants, (1 | experiment:wording) how much the effect of the original wording
# differs between experiments.

RANDOM <- c("experiment", "experiment:wording", "experiment:model", "item", "item:wording",
            "item:model", "unit", "words", "words:model", "words:condition", "trial")

words <- read_table("words")

# The set of words of every trial: whichever slots they fill.
set_of_words <- if (is.null(words)) character() else
  tapply(words$word, words$trial, function(some) paste(sort(unique(some)), collapse = " | "))

in_order <- function(values) factor(values, levels = unique(values))

prepared <- function(table) {
  sets <- unname(set_of_words[table$trial])
  for (name in c("experiment", "wording", "model", "trial", "condition"))
    table[[name]] <- in_order(table[[name]])
  table$words <- in_order(paste(table$experiment, table$wording, sets, sep = ": "))
  if ("place" %in% names(table)) {
    table$item <- in_order(paste(table$experiment, table$place, sep = ": "))
    table$unit <- in_order(paste(table$item, table$first_condition, sep = ": "))
  }
  table$conditions <- condition_columns(table)
  table
}

# A column for each condition of an experiment but its first. The coefficient is the difference of the
# two, in logits. Columns have mean 0 in their experiment: other effects are means over conditions.
condition_columns <- function(table) {
  columns <- list()
  for (experiment in levels(table$experiment)) {
    here <- table$experiment == experiment
    conditions <- levels(droplevels(table$condition[here]))
    for (other in conditions[-1]) {
      there <- here & table$condition == other
      name <- paste0(experiment, ": ", other, " - ", conditions[1])
      columns[[name]] <- there - here * mean(there[here])
    }
  }
  do.call(cbind, columns)
}

levels_of <- function(table, name) if (name %in% names(table)) nlevels(table[[name]]) else 0

# Two groups cannot show how groups vary: then there is a fixed effect, or none. Groups that are the
# same trials as those of a simpler term, single rows, or the conditions, which are fixed, have no
# variance of their own.
random_terms <- function(table) {
  terms <- NULL
  group_of <- function(parts) {
    group <- as.character(interaction(table[parts], drop = TRUE))
    match(group, unique(group))
  }
  known <- list(seq_len(nrow(table)))
  if (!is.null(table$conditions)) known <- c(known, list(group_of(c("experiment", "condition"))))
  for (term in RANDOM) {
    parts <- strsplit(term, ":")[[1]]
    few <- vapply(parts, function(part) levels_of(table, part), 0) < c(3, 2)[seq_along(parts)]
    if (any(few)) next
    group <- group_of(parts)
    if (max(group) < 3 || any(vapply(known, identical, TRUE, group))) next
    known <- c(known, list(group))
    terms <- c(terms, term)
  }
  terms
}

fixed_terms <- function(table) {
  crossed <- Filter(function(name) levels_of(table, name) > 1, c("model", "wording"))
  for (name in setdiff(c("model", "wording"), crossed))
    left_out("the effect of ", name, ": it has one level")
  fixed <- if (length(crossed) > 0) paste(crossed, collapse = " * ")
  if (is.null(table$conditions)) {
    left_out("the effect of condition: no experiment has two")
  } else {
    by_model <- "model" %in% crossed && ncol(table$conditions) * levels_of(table, "model") <= 20
    fixed <- c(fixed, if (by_model) "model:conditions" else "conditions")
    if ("model" %in% crossed && !by_model)
      left_out("differences between conditions by model: more than 20; those printed are over models")
  }
  experiments <- levels_of(table, "experiment")
  if (experiments == 2) fixed <- c(fixed, "experiment")
  if (experiments < 3) left_out("the variance between experiments: there ",
                                if (experiments == 1) "is one" else "are two")
  if (levels_of(table, "item") == 2 && experiments == 1) fixed <- c(fixed, "item")
  if (levels_of(table, "words") < 3)
    left_out("the variance between sets of words: fewer than three")
  if (is.null(fixed)) "1" else fixed
}

# Only comparisons declared before the run have p values (`devrun compare`). Here every coefficient
# would get one, declared or not.
with_interval <- function(found) {
  coefficients <- suppressWarnings(summary(found))$coefficients
  estimate <- coefficients[, "Estimate"]
  error <- coefficients[, "Std. Error"]
  cbind(estimate, error, low = estimate - 1.96 * error, high = estimate + 1.96 * error)
}

# The standard deviation of each random effect, in logits, and the number of its groups.
deviations <- function(found, table) {
  names <- names(lme4::VarCorr(found))
  sizes <- vapply(names, function(term)
    nlevels(interaction(table[strsplit(term, ":")[[1]]], drop = TRUE)), 0)
  sds <- vapply(names, function(term) attr(lme4::VarCorr(found)[[term]], "stddev")[[1]], 0)
  data.frame(term = names, groups = sizes, sd = sds, row.names = NULL)
}

# The model with these effects, or the error; with the warnings of the fit.
fit_with <- function(outcome, fixed, groups, table, fit) {
  formula <- paste(outcome, "~", paste(c(fixed, paste0("(1|", groups, ")")), collapse = " + "))
  writeLines(strwrap(formula, 95, exdent = 4))
  cat("n = ", nrow(table), " in ", levels_of(table, "trial"), " trials\n", sep = "")
  warned <- NULL
  heard <- function(warning) {
    warned <<- c(warned, conditionMessage(warning))
    invokeRestart("muffleWarning")
  }
  found <- tryCatch(withCallingHandlers(fit(as.formula(formula), table), warning = heard),
                    error = identity)
  structure(found, warned = unique(warned))
}

# If all rows of a group are equal, its estimate diverges and the others are biased: 15 logits is a
# probability of three in ten million, which no study of this size can estimate.
diverges <- function(found) {
  if (inherits(found, "error")) return(FALSE)
  estimates <- with_interval(found)
  any(!is.finite(estimates)) || any(abs(estimates[, "estimate"]) > 15) ||
    any(estimates[, "error"] > 5)
}

all_estimates <- NULL
fitted <- function(title, name, outcome, table, fit) {
  titled(title)
  if (nrow(table) == 0) return(left_out("the model: no rows"))
  if (length(unique(table[[outcome]])) < 2)
    return(left_out("the model: every ", outcome, " is the same"))
  table <- prepared(table)
  fixed <- fixed_terms(table)
  groups <- random_terms(table)
  if (is.null(groups)) return(left_out("the model: too few groups for any variance"))
  found <- fit_with(outcome, fixed, groups, table, fit)
  slopes <- grepl(":", groups, fixed = TRUE)
  if (diverges(found) && any(slopes)) {
    left_out("random slopes: with them, estimates diverge")
    found <- fit_with(outcome, fixed, groups[!slopes], table, fit)
  }
  if (inherits(found, "error")) return(left_out("the model: ", conditionMessage(found)))
  if (diverges(found))
    return(left_out("the model: it cannot be estimated, since in some group nearly every ",
                    outcome, " is the same and estimates diverge"))
  estimates <- with_interval(found)
  rownames(estimates) <- named_terms(rownames(estimates), table)
  first <- Filter(function(name) levels_of(table, name) > 1, c("model", "wording"))
  if (length(first) > 0)
    cat("compared with ", paste(first, vapply(table[first], function(one) levels(one)[1], ""),
                                collapse = ", "), "\n", sep = "")
  cat("estimate  error    low   high   term\n")
  cat(sprintf("%8.2f %6.2f %6.2f %6.2f   %s\n", estimates[, 1], estimates[, 2], estimates[, 3],
              estimates[, 4], rownames(estimates)), sep = "")
  vary <- deviations(found, table)
  cat("\nrandom effects, standard deviations in logits\n")
  print(transform(vary, sd = format(round(sd, 2), nsmall = 2)), row.names = FALSE)
  for (words in attr(found, "warned")) cat("warning of the fit: ", words, "\n", sep = "")
  zero <- vary$term[vary$sd < 1e-3]
  if (length(zero) > 0)
    writeLines(strwrap(paste0(
      "the fit is singular: no variance is left for ", paste(zero, collapse = ", "),
      ". Estimates are those of the model without; standard errors may be too small"), 95))
  all_estimates <<- rbind(all_estimates, data.frame(
    outcome = name, term = rownames(estimates), estimates, row.names = NULL))
}

# R names effects `modelA:conditionsGears: B - A`, and a single column `conditions`.
named_terms <- function(terms, table) {
  only <- colnames(table$conditions)
  if (length(only) == 1) terms <- sub("conditions$", paste0("conditions", only), terms)
  terms <- gsub("(^|:)(model|wording|experiment|item)(?=[^:])", "\\1\\2 ", terms, perl = TRUE)
  sub("(^|:)conditions", "\\1", terms)
}

# With many rows, fixed effects are estimated together with the random ones' modes (nAGQ = 0), which
# takes seconds where the Laplace approximation takes hours, and shrinks large estimates a little.
logistic <- function(formula, table) {
  fast <- nrow(table) > 2000
  if (fast) cat("by nAGQ = 0: more than 2000 rows\n")
  lme4::glmer(formula, table, family = binomial, nAGQ = if (fast) 0 else 1,
              control = lme4::glmerControl(optimizer = "bobyqa", calc.derivs = FALSE))
}

titled("Models of marks and scores")
cat("Exploratory: estimates in logits, with standard errors and 95% Wald intervals, and no p\n",
    "values; devrun compare tests comparisons that were declared before the run.\n", sep = "")

# One row for each reply, and for each trial: two coders of one reply are not two replies.
questions <- read_table("questions")
tests <- named(questions[questions$kind == "test" & !is.na(questions$mark), ])
tests$right <- as.integer(tests$mark > 0.5)
whole <- trials[!is.na(trials$lrs), ]
whole$zero <- as.integer(whole$lrs == 0)
above <- whole[whole$lrs > 0, ]
above$score <- factor(round(above$lrs, 2), ordered = TRUE)

if (rated) {
  left_out("the model of marks: coders gave ratings from 0 to 5")
} else if (installed("lme4")) {
  fitted("Marks: is a test question answered correctly? The mean over coders is above 1/2", "right",
         "right", tests, logistic)
} else {
  left_out("the model of marks: lme4 is not installed")
}
if (installed("lme4")) {
  fitted("Hurdle, first half: is a trial scored 0?", "zero", "zero", whole, logistic)
} else {
  left_out("the first half of the hurdle: lme4 is not installed")
}
if (!installed("ordinal") || !installed("lme4")) {
  left_out("the second half of the hurdle: ordinal is not installed")
} else if (nlevels(droplevels(above$score)) < 3) {
  left_out("the second half of the hurdle: fewer than three different scores above 0")
} else {
  fitted("Hurdle, second half: scores above 0, ordered", "score", "score", above,
         function(formula, table) ordinal::clmm(formula, data = table))
}
if (!is.null(all_estimates)) keep(all_estimates, "estimates")
cat("\n")
mark_simulated("")
