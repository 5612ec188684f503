/** A periodic task: named, safe to run twice, and never run concurrently with itself. */
export interface Job {
  readonly name: string
  readonly everySeconds: number
  /** It is about the database, not about this node: of several nodes one runs it, so that each further node costs less. */
  readonly isForAll?: boolean
  run(): Promise<void>
}
