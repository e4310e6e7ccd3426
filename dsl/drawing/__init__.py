"""What each draw gets: words for the slots, levels of counterbalances, orders of choices and rows.

Everything here is a function of the seed and the number of the draw (`chance`), never of how many
draws are run.
"""
