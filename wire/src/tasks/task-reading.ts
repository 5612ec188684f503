// What a vendor says of a task: read the same way whoever the vendor is.
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'

/** How far a task is, in the words of the family; an end is one of the last two. */
export type ToldStatus = 'NOT_START' | 'SUBMITTED' | 'QUEUED' | 'IN_PROGRESS' | 'MODAL' | 'UNKNOWN' | 'SUCCESS' | 'FAILURE'

/** What was read of one task. What is absent was not told. Times are unix milliseconds. */
export interface TaskReading {
  /** The vendor's id. */
  readonly id: string
  readonly status?: ToldStatus
  /** Per cent. */
  readonly progress?: number
  readonly failReason?: string
  readonly startMs?: number
  readonly finishMs?: number
  /** What a client may see of it. */
  readonly result: JsonObject
  /** Of a film that is made; absent: it is none, or not made. */
  readonly film?: FilmReport
  /** Of pictures: how many were made so far. */
  readonly pictures?: number
}

/** What a film came to, as far as its vendor says. */
export interface FilmReport {
  readonly seconds?: number
  /** Such as `720p`, in small letters. */
  readonly resolution?: string
  /** Tokens that the vendor sells it by. */
  readonly tokens?: number
}

/** The vendor's answer to a submission. */
export interface TaskSubmission {
  /** The vendor's id; empty: it gave none. */
  readonly id: string
  readonly isTaken: boolean
  /** In the family's codes: 1 taken, 21 a window is open or the work is there already, 22 it waits. */
  readonly code: number
  /** The vendor's words. */
  readonly description: string
  readonly properties: JsonObject
}

/** `"40%"`, `40` or `"40"`; undefined: no progress. */
export function percentIn(value: Json | undefined): number | undefined {
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number.parseFloat(value) : Number.NaN
  return Number.isFinite(number) && number >= 0 && number <= 100 ? number : undefined
}

/** A whole number of milliseconds or seconds that is after 2001; undefined: no time. */
export function timeIn(value: Json | undefined, unitMs: 1 | 1000): number | undefined {
  const ms = typeof value === 'number' ? value * unitMs : Number.NaN
  return Number.isSafeInteger(ms) && ms > 1e12 && ms < 1e14 ? ms : undefined
}

export const textIn = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined)

/** The tasks in a list; what is no object is left out. */
export function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((one) => isObject(one)) : isObject(value) ? [value] : []
}
