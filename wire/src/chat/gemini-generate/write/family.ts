/** What a generation of Google's models can do, as far as a body depends on it. */
export interface Family {
  /** Thinking is limited by a number of tokens; newer models want a word. */
  readonly hasBudget: boolean
  /** Tokens of thinking, least and most. */
  readonly leastBudget: number
  readonly mostBudget: number
  /** Does the model know the level `minimal`? */
  readonly hasMinimal: boolean
  /** Results of tools may hold media, and the first call of a step must be signed. */
  readonly isThird: boolean
  /** Does Google fetch media from any public address for it? */
  readonly fetches: boolean
}

/**
 * The family of a model, by its name; an unknown name, and none, is taken for a current model.
 *
 * Source: Gemini API documentation, "Thinking", "Thought signatures", "File input methods" (2026).
 */
export function familyOf(model: string): Family {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  const isEarly = name.startsWith('gemini-1') || name.startsWith('gemini-2.0')
  const isSecond = isEarly || name.startsWith('gemini-2')
  const isPro = name.includes('-pro')
  return {
    hasBudget: isSecond,
    leastBudget: isPro ? 128 : 0,
    mostBudget: isPro ? 32_768 : 24_576,
    hasMinimal: !isPro,
    isThird: !isSecond,
    fetches: !isEarly,
  }
}
