/** A logged-in user as the console's calls know them: read from the database at most a second ago. */
export interface Caller {
  readonly id: number
  readonly username: string
  readonly role: number
  readonly group: string
  readonly language: string
}
