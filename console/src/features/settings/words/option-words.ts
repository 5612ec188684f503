/** A text in both languages. */
export interface Words {
  readonly en: string
  readonly zh: string
}

/**
 * What an option is called, and in Chinese what it does: in English that stands in the registry, from which the documentation is
 * printed too. Both may name other options by their keys, which the screen replaces by their names.
 */
export interface OptionWords extends Words {
  readonly about: string
  /** The choices of an option that is one of a few words. */
  readonly choices?: Readonly<Record<string, Words>>
}

export type OptionWordsByKey = Readonly<Record<string, OptionWords>>
