/** The user went back on it, in a dialog of ours or of the browser: nothing failed, so nothing is shown. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled')
    this.name = 'Cancelled'
  }
}
