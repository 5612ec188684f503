// The words that a command is given, as Node's own reader reads them.

/** A word as `parseArgs` saw it. */
interface Token {
  readonly kind: string
  readonly name?: unknown
}

/** What `parse` reads, a call of Node's `parseArgs`; undefined: a flag is not known, lacks its value or stands there twice. */
export function readFlags<Read extends { readonly tokens: readonly Token[] }>(parse: () => Read): Read | undefined {
  try {
    const read = parse()
    const names = read.tokens.flatMap(({ kind, name }) => (kind === 'option' ? [name] : []))
    return new Set(names).size === names.length ? read : undefined
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
