// The proofs that vendors want back unchanged. Google's stand on any part; a client of this dialect carries those of other vendors in the
// same place, wrapped.
import { defined } from '../../defined.ts'
import type { LossLog } from '../loss.ts'
import { unwrapOpaque, wrapOpaque } from '../opaque.ts'
import type { Part } from '../request.ts'
import { NAME } from './name.ts'

// Sixteen letters, so that what follows is still base64: clients whose library decodes the field would refuse anything else.
const SEALED = 'WaystationSealed'

/**
 * Google's documented stand-in for the signature of a call that its model did not make. Without any, its third generation refuses the whole
 * history. Source: "Thought signatures", Gemini API documentation.
 */
export const STAND_IN = 'skip_thought_signature_validator'
/** All that Google takes in a signature's place. They prove nothing, so nobody loses anything by not being told them. */
const standIns: readonly string[] = [STAND_IN, 'context_engineering_is_the_way_to_go']

export interface Proof {
  readonly signature?: string
  readonly encrypted?: string
  readonly signedBy?: string
}

/** A proof as the hub has it, and whose it is. */
export function readProof(found: string): Proof {
  const isSealed = found.startsWith(SEALED)
  const { text, signedBy } = unwrapOpaque(isSealed ? found.slice(SEALED.length) : found, NAME)
  if (signedBy === NAME) return { signature: found, signedBy }
  const token = inAlphabetOf(signedBy, text)
  return isSealed ? { encrypted: token, signedBy } : { signature: token, signedBy }
}

/** A part with the proof that stands on it, if one does. */
export function withProof(part: Part, found: string | undefined): Part {
  if (found === undefined) return part
  if (standIns.includes(found)) {
    const { extras } = part
    return { ...part, extras: { ...extras, dialect: NAME, spellings: { ...extras?.spellings, standIn: found } } }
  }
  const { signature, encrypted, signedBy } = readProof(found)
  if (part.kind === 'reasoning') return { ...part, ...defined({ signature, encrypted, signedBy }) }
  const token = signature ?? encrypted
  return { ...part, ...(token !== undefined && { signature: token }), ...(signedBy && { signedBy }) }
}

/** A vendor's signature as it is written into a reply; undefined, with the loss named, when nobody knows whose it is. */
export function wrapSignature({ signature, signedBy }: Proof, path: string, losses: LossLog): string | undefined {
  if (signature === undefined) return undefined
  if (signedBy === undefined) {
    losses.add(`${path}.signature`, 'not-expressible')
    return undefined
  }
  return wrapOpaque({ text: signature, signedBy }, NAME)
}

/** Thinking that only its vendor can read, as it is written into a reply. */
export function wrapEncrypted({ encrypted, signedBy }: Proof, path: string, losses: LossLog): string | undefined {
  if (encrypted === undefined) return undefined
  if (signedBy === undefined) {
    losses.add(`${path}.encrypted`, 'not-expressible')
    return undefined
  }
  return SEALED + wrapOpaque({ text: encrypted, signedBy }, NAME)
}

/** Google's libraries print bytes in either alphabet of base64, whatever they read; a vendor knows its token in one only. */
function inAlphabetOf(vendor: string, token: string): string {
  if (vendor === 'anthropic-messages') return token.replaceAll('-', '+').replaceAll('_', '/')
  return vendor === 'openai-responses' ? token.replaceAll('+', '-').replaceAll('/', '_') : token
}
