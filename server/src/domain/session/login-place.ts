/** Where a login comes from. */
export interface LoginPlace {
  readonly ip: string
  readonly agent: string
  /** The session that the browser had, or empty. */
  readonly formerId: string
  /** The browser's device cookie, or empty. */
  readonly device: string
  /** The browser's own id; one that has none is given one. */
  keepBrowser(): string
}

/** Somebody who has just logged in, with what their browser is to keep. */
export interface EnteredUser {
  readonly sessionId: string
  readonly device: string
  readonly userId: number
  readonly username: string
}
