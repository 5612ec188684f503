// How much of what was said is kept: 256 K characters of a call at most.

/** Of each text: the last message, all messages before it together, the answer, and what the model thought. */
const MAX_KEPT = 64 * 1024
/** Of the system prompts. */
const MAX_SYSTEM = 16 * 1024
/** Read beyond that, so that a key at the edge is seen whole before it is cut. */
const EDGE = 1024
export const MAX_READ = MAX_KEPT + EDGE

/** The texts of a call as they are handed from one to the next: in what length they are read, and cut when keys are out. */
export interface Limits {
  readonly kept: number
  readonly system: number
}

export const readLimits: Limits = { kept: MAX_READ, system: MAX_SYSTEM + EDGE }
export const keptLimits: Limits = { kept: MAX_KEPT, system: MAX_SYSTEM }
