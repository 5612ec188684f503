// Where a timeline goes on: how far each of its sources was read. Each is read in an order of its own, which an index gives, so that a page far
// down costs what the first one costs.
import { z } from 'zod'

/** Of a source, what its last line that was shown is found by. */
export interface TimelinePosition {
  /** Unix milliseconds of the last line of all that was shown. */
  readonly atMs: number
  readonly sources: Readonly<Record<string, string>>
}

const Stored = z.object({ at: z.number().int(), of: z.record(z.string(), z.string().max(200)) })

export const positionText = ({ atMs, sources }: TimelinePosition): string =>
  Buffer.from(JSON.stringify({ at: atMs, of: sources })).toString('base64url')

/** Undefined for a text that is none of ours: what is sent may be anything, and the first page is an answer too (D35). */
export function readPosition(text: string): TimelinePosition | undefined {
  try {
    const { at, of } = Stored.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { atMs: at, sources: of }
  } catch {
    return undefined
  }
}

/** Something with a moment, and what its source is read on behind. */
export interface Found {
  readonly atMs: number
  readonly position: string
}

/** What a source gave: up to a page, its newest first. */
export interface ReadSource<Line extends Found> {
  readonly name: string
  readonly lines: readonly Line[]
}

/**
 * One page of all sources together, newest first, and where the next one begins; undefined: nothing is left.
 * @param from where the page begins; what came to a source that had nothing then is newer than this page, and is left out
 */
export function mergePage<Line extends Found>(
  sources: readonly ReadSource<Line>[],
  limit: number,
  from: TimelinePosition | undefined,
): { lines: Line[]; next: TimelinePosition | undefined } {
  const left = sources.map(({ name, lines }) => ({
    name,
    lines: from === undefined || name in from.sources ? lines : lines.filter(({ atMs }) => atMs <= from.atMs),
    at: 0,
  }))
  const positions: Record<string, string> = { ...from?.sources }
  const page: Line[] = []
  const newest = () =>
    left.reduce<(typeof left)[number] | undefined>((best, source) => {
      const line = source.lines[source.at]
      const other = best?.lines[best.at]
      return line !== undefined && (other === undefined || line.atMs > other.atMs) ? source : best
    }, undefined)
  for (let source = newest(); source !== undefined && page.length < limit; source = newest()) {
    const line = source.lines[source.at]
    if (line === undefined) break
    page.push(line)
    positions[source.name] = line.position
    source.at += 1
  }
  const isMore = newest() !== undefined
  return { lines: page, next: isMore ? { atMs: page.at(-1)?.atMs ?? from?.atMs ?? 0, sources: positions } : undefined }
}
