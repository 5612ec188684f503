/** A periodic task: named, safe to run twice, and never run concurrently with itself. */
export interface Job {
  readonly name: string
  readonly everySeconds: number
  run(): Promise<void>
}
