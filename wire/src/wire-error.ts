/** What was read is not what its dialect says it must be. `path` names the place, such as `messages[0].role`. */
export class WireError extends Error {
  readonly path: string
  readonly expected: string

  constructor(path: string, expected: string) {
    super(`${path}: expected ${expected}`)
    this.name = 'WireError'
    this.path = path
    this.expected = expected
  }
}
