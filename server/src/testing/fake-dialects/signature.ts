// Proofs of thinking, as vendors give them: bound to what they prove, so that an altered one is seen without keeping anything.
import { createHash } from 'node:crypto'

const SECRET = 'only the fake knows this'

/** 44 characters of base64, in both of its special ones. */
export function sign(vendor: string, proven: string): string {
  return createHash('sha256').update(`${SECRET} ${vendor} ${proven}`).digest('base64')
}

/** Eight characters that name a proof. */
export function shortName(proof: string): string {
  return createHash('sha256').update(proof).digest('hex').slice(0, 8)
}
