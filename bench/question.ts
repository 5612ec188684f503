// What a question of the bench is, and what it answers: rows, each with its goal and, where there is one, its floor from the same run.
import type { Measured } from './lib/measure.ts'

export interface BenchOptions {
  /** Floor and subject in turn, so many times. */
  readonly rounds: number
  /** How long one round of one side lasts. */
  readonly roundSeconds: number
  /** How long each side is called before its CPU time is measured: by then the engine has compiled what is hot. */
  readonly warmSeconds: number
  /** Also what takes minutes. */
  readonly isLong: boolean
  /** The checkout whose server is measured; ends in a slash. */
  readonly root: string
  /** Another checkout, whose server is measured in the same sitting; ends in a slash. */
  readonly rivalRoot?: string
  /** Where the server writes a CPU profile of itself; undefined: none. */
  readonly profileFolder: string | undefined
  /** Tells somebody who waits what is being done. */
  readonly say: (text: string) => void
}

export interface Row {
  readonly what: string
  /** Of `subject` and `floor`, such as `µs CPU`. */
  readonly unit: string
  readonly subject: Measured
  readonly floor?: Measured
  /** What stands in the floor's place, such as a commit. */
  readonly floorName?: string
  /** What is held against the goal: the ratio of subject to floor where there is a floor, else the subject itself. */
  readonly judged: Measured
  /** The most that `judged` may be; absent on rows that only explain. */
  readonly goal?: number
  /** Why this run cannot tell: the floor itself missed the goal, or the machine had no half load to give. Such a row fails nothing. */
  readonly unclear?: string
  /** Facts beside the figure, such as calls a second. */
  readonly note?: string
}

export interface Question {
  readonly number: number
  readonly title: string
  ask(options: BenchOptions): Promise<Row[]>
}

/** A goal is missed only when it is missed by more than the noise that was measured. */
export function isMissed({ judged, goal, unclear }: Row): boolean {
  return goal !== undefined && unclear === undefined && !(judged.median - judged.noise <= goal)
}
