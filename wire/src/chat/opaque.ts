// Signatures and encrypted thinking on their way through a client of another dialect. Where that dialect has a place for such a token, the
// token goes there with a mark of whose it is, so that it comes home with the conversation and is never shown to another vendor.

/** What all marks begin with. */
const MARK = 'WaystationOf'
// What the vendors give is base64, and so is what the client is given: `0` stands for the dash of a dialect's name, and `1` ends the mark
// and fills it up to a multiple of four letters.
const MARKED = /^WaystationOf([a-z]+(?:0[a-z]+)*)1/

/** Could this text of a body hold a token of another vendor? */
export function mayHoldForeign(text: string): boolean {
  return text.includes(MARK)
}

export interface OpaqueToken {
  readonly text: string
  /** The name of the dialect of its vendor. */
  readonly signedBy: string
}

/** The token as a writer of the dialect `own` writes it: bare when it is its own vendor's, else marked. */
export function wrapOpaque({ text, signedBy }: OpaqueToken, own: string): string {
  return signedBy === own ? text : markOf(signedBy) + text
}

/** The token that a reader of the dialect `own` found, and whose it is. */
export function unwrapOpaque(found: string, own: string): OpaqueToken {
  const name = MARKED.exec(found)?.[1]
  if (name === undefined) return { text: found, signedBy: own }
  const signedBy = name.replaceAll('0', '-')
  return { text: found.slice(markOf(signedBy).length), signedBy }
}

function markOf(dialect: string): string {
  const name = MARK + dialect.replaceAll('-', '0')
  return name.padEnd(name.length + 4 - (name.length % 4), '1')
}
