// The files that a task made, as its result names them. Source: server-behaviour 9.
export interface TaskFile {
  /** Unique within the task, such as `image` or `audio-0`. */
  readonly name: string
  readonly kind: 'image' | 'video' | 'audio'
  /** Where its vendor has it. */
  readonly address: string
  /** What it is called; empty: nothing. */
  readonly title: string
}

const KINDS = [
  ['image', 'image_url'],
  ['audio', 'audio_url'],
  ['video', 'video_url'],
] as const

/** @param result what the vendor last said of the task */
export function filesOfResult(result: Readonly<Record<string, unknown>>): readonly TaskFile[] {
  const single = [
    ['image', result.imageUrl],
    ['video', result.videoUrl],
  ] as const
  const own = single.flatMap(([kind, address]) => fileAt(kind, kind, address, ''))
  const clips: readonly unknown[] = Array.isArray(result.data) ? result.data : []
  const ofClips = clips.slice(0, MAX_CLIPS).flatMap((clip, at) => {
    const fields: Readonly<Record<string, unknown>> = typeof clip === 'object' && clip !== null ? { ...clip } : {}
    const title = typeof fields.title === 'string' ? fields.title : ''
    return KINDS.flatMap(([kind, field]) => fileAt(`${kind}-${at}`, kind, fields[field], title))
  })
  return [...own, ...ofClips]
}

/** Clips of one task whose files are named, at most. */
const MAX_CLIPS = 20

function fileAt(name: string, kind: TaskFile['kind'], address: unknown, title: string): TaskFile[] {
  return typeof address === 'string' && /^https?:\/\//.test(address) ? [{ name, kind, address, title }] : []
}
