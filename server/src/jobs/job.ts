/** A chore that is done every so often: named, safe to run twice, and never beside itself. */
export interface Job {
  readonly name: string
  readonly everySeconds: number
  run(): Promise<void>
}
