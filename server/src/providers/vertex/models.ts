// Whose models they are, by their names: each maker's are called in another way.

/**
 * `gemini`: Google's own. `claude`: Anthropic's. `open`: all whose name begins with their maker's (`deepseek-ai/…-maas`, `xai/…`), which the
 * chat layer serves.
 */
export type Family = 'gemini' | 'claude' | 'open'

/** The family of a model's name. */
export function familyOf(model: string): Family {
  if (model.includes('/')) return 'open'
  return model.startsWith('claude-') ? 'claude' : 'gemini'
}

/** What the vendor sells a model under, of the name without an ending of ours: Claude's without their dates, the others' without their makers. */
export function soldAs(model: string): string {
  return model
    .slice(model.lastIndexOf('/') + 1)
    .replace(/@[\w-]*$/, '')
    .replace(/-maas$/, '')
}
