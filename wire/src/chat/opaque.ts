// Signatures and encrypted thinking on their way through a client of another dialect. Where that dialect has a place for such a token, the
// token goes there with a mark of whose it is, so that it comes home with the conversation and is never shown to another vendor.
import type { DialectName } from './dialect.ts'

/** What all marks begin with. */
const MARK = 'WaystationOf'
// Sixteen letters each: what the vendors give is base64, and so is what the client is given.
const marks: Readonly<Record<DialectName, string>> = {
  'openai-chat': `${MARK}Chat`,
  'openai-responses': `${MARK}Resp`,
  'anthropic-messages': `${MARK}Anth`,
  'gemini-generate': `${MARK}Gemi`,
}

/** Could this text of a body hold a token of another vendor? */
export function mayHoldForeign(text: string): boolean {
  return text.includes(MARK)
}

export interface OpaqueToken {
  readonly text: string
  readonly signedBy: DialectName
}

/** The token as a writer of `own` writes it: bare when it is its own vendor's, else marked. */
export function wrapOpaque({ text, signedBy }: OpaqueToken, own: DialectName): string {
  return signedBy === own ? text : marks[signedBy] + text
}

/** The token that a reader of `own` found, and whose it is. */
export function unwrapOpaque(found: string, own: DialectName): OpaqueToken {
  if (!found.startsWith(MARK)) return { text: found, signedBy: own }
  for (const dialect of Object.keys(marks) as DialectName[]) {
    if (found.startsWith(marks[dialect])) return { text: found.slice(marks[dialect].length), signedBy: dialect }
  }
  return { text: found, signedBy: own }
}
