/** Names in a question, at most. */
const MAX_NAMES = 12

/** The first few names, separated by commas; an ellipsis stands for the rest. */
export const firstNames = (names: readonly string[], limit = MAX_NAMES): string =>
  names.slice(0, limit).join(', ') + (names.length > limit ? ' …' : '')
