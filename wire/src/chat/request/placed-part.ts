// Where turns and parts stand in a request; losses are named by it. An agent's history has hundreds of places in each call, so the usual ones
// are spelt once.
import type { Part } from './request.ts'

/** A part and its place in the request, such as `turns[0].parts[1]`. */
export interface PlacedPart<Kind extends Part = Part> {
  readonly part: Kind
  readonly path: string
}

const turnPaths = Array.from({ length: 1000 }, (_, index) => `turns[${index}]`)
const partSteps = Array.from({ length: 16 }, (_, index) => `.parts[${index}]`)

/** The place of a turn. */
export function turnPath(index: number): string {
  return turnPaths[index] ?? `turns[${index}]`
}

/** The place of a part. @param path the place of what holds it: a turn, or a result */
export function partPath(path: string, index: number): string {
  return path + (partSteps[index] ?? `.parts[${index}]`)
}

/** Parts with their places. @param path the place of what holds them */
export function placeParts(parts: readonly Part[], path: string): PlacedPart[] {
  return parts.map((part, index) => ({ part, path: partPath(path, index) }))
}
