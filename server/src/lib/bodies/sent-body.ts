// The body of a request, as it is sent.

/** One text, the bytes, or pieces that are sent one after another: a form is printed without a copy of its files. */
export type SentBody = string | Uint8Array | readonly Uint8Array[]

/** Is it a list of pieces? */
export function inPieces<Body>(body: Body): body is Extract<Body, readonly Uint8Array[]> {
  return Array.isArray(body)
}

/** Its length in bytes. */
export function lengthOf(body: SentBody): number {
  return inPieces(body) ? body.reduce((sum, piece) => sum + piece.byteLength, 0) : Buffer.byteLength(body)
}

/** In one piece, for who must read all of it. */
export function joined(body: SentBody): string | Uint8Array {
  return inPieces(body) ? Buffer.concat(body) : body
}
