/**
 * One field that a writer could not express in its dialect. `path` is its place in the input, such as `turns[2].parts[0].cacheMark`.
 * Without most such things the answer stays right. `needed`: without this one it would not (an image in the question, a tool that must be
 * called, a second answer), so the gateway refuses or tries another channel instead of sending a different request.
 * `not-given`: it names what the vendor keeps, by an id that this caller was not given; so the attempt is refused too.
 * `unpriced`: it could be written, and would make the call dearer in a way that has no price here (decision D44).
 * `signature`: a vendor's signature, or thinking that only the vendor can read. Whoever keeps those of a reply for the next call has lost
 * nothing.
 */
export interface Loss {
  readonly path: string
  readonly reason: 'unknown-field' | 'not-expressible' | 'needed' | 'not-given' | 'unpriced' | 'signature'
}

/** Collects the losses of a writer; the caller puts them in the log row and a response header. */
export interface LossLog {
  add(path: string, reason: Loss['reason']): void
}

/** A loss log with a list of its losses, in order, one for each path. */
export function lossList(): LossLog & { readonly losses: readonly Loss[] } {
  const losses: Loss[] = []
  const paths = new Set<string>()
  return {
    losses,
    add(path, reason) {
      if (paths.has(path)) return
      paths.add(path)
      losses.push({ path, reason })
    },
  }
}
