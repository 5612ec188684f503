// A film as its client sees it, in OpenAI's shape and in that of this family. Sources: OpenAI, API reference, "Videos", 2026; the video API of the gateways
// of this family.
import type { JsonObject } from '../encoding/json.ts'

/** What is known here of a film. Times are unix milliseconds, 0 for not yet. */
export interface KnownFilm {
  readonly id: string
  readonly model: string
  /** In the family's words. */
  readonly status: string
  readonly failReason: string
  readonly prompt: string
  /** Per cent. */
  readonly progress: number
  readonly submitMs: number
  readonly finishMs: number
  readonly updatedMs: number
  readonly seconds: number
  /** As it was asked for, such as `1280x720` or `720p`. */
  readonly size: string
  /** The film that it was made of; empty: none. */
  readonly remixedFrom: string
  /** Where its client finds it; empty: it is not there yet. */
  readonly url: string
  /** What its client calls it; absent: nothing. */
  readonly ownId?: string | undefined
}

/** How long the vendors keep films, at least: most of them for a day. */
const KEPT_SECONDS = 24 * 3600
const inSeconds = (ms: number) => Math.floor(ms / 1000)

/** In OpenAI's shape. */
export function writeFilm(film: KnownFilm): JsonObject {
  const isDone = film.status === 'SUCCESS'
  return {
    ...{ id: film.id, object: 'video', created_at: inSeconds(film.submitMs), status: statusIn(film, openAIs), model: film.model },
    ...{ progress: film.status === 'FAILURE' ? 0 : film.progress, prompt: film.prompt, seconds: String(film.seconds), size: film.size },
    completed_at: isDone ? inSeconds(film.finishMs) : null,
    expires_at: isDone ? inSeconds(film.finishMs) + KEPT_SECONDS : null,
    remixed_from_video_id: film.remixedFrom || null,
    error: film.status === 'FAILURE' ? { code: 'video_generation_failed', message: film.failReason } : null,
  }
}

/** In the family's. */
export function writeFamilyFilm(film: KnownFilm): JsonObject {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(film.size) ?? []
  const pixels = width === undefined ? {} : { width: Number(width), height: Number(height) }
  return {
    ...{ task_id: film.id, status: statusIn(film, familys) },
    ...(film.url === '' ? {} : { url: film.url, format: 'mp4' }),
    metadata: { duration: film.seconds, ...pixels },
    ...(film.status === 'FAILURE' ? { error: { code: 'video_generation_failed', message: film.failReason } } : {}),
  }
}

const openAIs = ['queued', 'in_progress', 'completed', 'failed'] as const
const familys = ['queued', 'processing', 'succeeded', 'failed'] as const

/** A film's status in other words. @param words of one that waits, runs, is made and failed */
export function statusIn(
  { status }: Pick<KnownFilm, 'status'>,
  [waits, runs, done, failed]: readonly [string, string, string, string],
): string {
  if (status === 'SUCCESS') return done
  if (status === 'FAILURE') return failed
  return status === 'IN_PROGRESS' ? runs : waits
}
