import type { TokenScope } from '@waystation/contract/people/access-token'

/** A logged-in user as the console's calls know them: read from the database at most a second ago. */
export interface Caller {
  readonly id: number
  readonly username: string
  readonly role: number
  readonly group: string
  readonly language: string
}

/** A program that calls with its user's access token. */
export interface TokenCaller extends Caller {
  readonly scopes: readonly TokenScope[]
}
