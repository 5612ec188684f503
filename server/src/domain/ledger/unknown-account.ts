/** An operation names an account that is not there. */
export class UnknownAccount extends Error {
  override readonly name = 'UnknownAccount'

  constructor(id: number) {
    super(`account ${id} does not exist`)
  }
}
