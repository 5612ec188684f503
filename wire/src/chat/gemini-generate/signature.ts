// The signatures and encrypted thinking that vendors want back unchanged. Google's stand on any part; a client of this dialect carries those
// of other vendors in the same place, wrapped.
import { defined } from '../../defined.ts'
import type { LossLog } from '../losses/loss.ts'
import { unwrapOpaque, wrapOpaque } from '../request/opaque.ts'
import type { Part } from '../request/request.ts'
import { NAME } from './name.ts'

// Sixteen letters, so that what follows is still base64: clients whose library decodes the field would refuse anything else.
const SEALED = 'WaystationSealed'

/**
 * Google's documented stand-in for the signature of a call that its model did not make. Without any, its third generation refuses the whole
 * history. Source: "Thought signatures", Gemini API documentation.
 */
export const STAND_IN = 'skip_thought_signature_validator'
/** All that Google takes in a signature's place. They are no vendor's tokens, so leaving them out of another dialect is no loss. */
const standIns: readonly string[] = [STAND_IN, 'context_engineering_is_the_way_to_go']

/** A vendor's opaque tokens of one part, and the dialect of that vendor. */
export interface OpaqueFields {
  readonly signature?: string
  readonly encrypted?: string
  readonly signedBy?: string
}

/** What stands in `thoughtSignature`: this vendor's signature, or another's token that was wrapped. */
export function readSignature(found: string): OpaqueFields {
  const isSealed = found.startsWith(SEALED)
  const { text, signedBy } = unwrapOpaque(isSealed ? found.slice(SEALED.length) : found, NAME)
  if (signedBy === NAME) return { signature: found, signedBy }
  return isSealed ? { encrypted: text, signedBy } : { signature: text, signedBy }
}

/** The part with what stood in its `thoughtSignature`, if anything did. */
export function withSignature(part: Part, found: string | undefined): Part {
  if (found === undefined) return part
  if (standIns.includes(found)) {
    const { extras } = part
    return { ...part, extras: { ...extras, dialect: NAME, spellings: { ...extras?.spellings, standIn: found } } }
  }
  const { signature, encrypted, signedBy } = readSignature(found)
  if (part.kind === 'reasoning') return { ...part, ...defined({ signature, encrypted, signedBy }) }
  const token = signature ?? encrypted
  return { ...part, ...(token !== undefined && { signature: token }), ...(signedBy && { signedBy }) }
}

/** A vendor's signature as it is written into a reply; undefined, with the loss named, when its vendor is unknown. */
export function wrapSignature({ signature, signedBy }: OpaqueFields, path: string, losses: LossLog): string | undefined {
  if (signature === undefined) return undefined
  if (signedBy === undefined) {
    losses.add(`${path}.signature`, 'not-expressible')
    return undefined
  }
  return wrapOpaque({ text: signature, signedBy }, NAME)
}

/** Thinking that only its vendor can read, as it is written into a reply. */
export function wrapEncrypted({ encrypted, signedBy }: OpaqueFields, path: string, losses: LossLog): string | undefined {
  if (encrypted === undefined) return undefined
  if (signedBy === undefined) {
    losses.add(`${path}.encrypted`, 'not-expressible')
    return undefined
  }
  return SEALED + wrapOpaque({ text: encrypted, signedBy }, NAME)
}
