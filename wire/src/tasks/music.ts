// Suno's proxies: what is asked of them, and what they answer. Sources: Suno-API, server-behaviour 9.5, decision D77.
import { defined } from '../defined.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { WireError } from '../wire-error.ts'
import { objectsIn, percentIn, type TaskReading, type TaskSubmission, type ToldStatus, textIn, timeIn } from './task-reading.ts'

export interface MusicRequest {
  /** `MUSIC` or `LYRICS`. */
  readonly action: string
  /** `suno_music` or `suno_lyrics`. */
  readonly model: string
  readonly prompt: string
  /** The task whose clip it goes on from; absent: none. */
  readonly parentId?: string
}

/** What the platform is called, in lists and in addresses. */
export const musicPlatform = 'suno'

/** What the proxies take where a call for music names no version. */
const DEFAULT_VERSION = 'chirp-v3-0'

/**
 * Reads a submission.
 * @param action the end of its address, in any case
 * @throws WireError
 */
export function readMusic(action: string, body: JsonObject): MusicRequest {
  const name = action.toUpperCase()
  if (name !== 'MUSIC' && name !== 'LYRICS') throw new WireError('', 'an address that ends in music or lyrics')
  const prompt = textIn(body.prompt) ?? ''
  if (name === 'LYRICS' && prompt === '') throw new WireError('prompt', 'a text that is not empty')
  const description = textIn(body.gpt_description_prompt) ?? ''
  if (name === 'MUSIC' && prompt === '' && description === '' && !textIn(body.continue_clip_id) && body.make_instrumental !== true)
    throw new WireError('prompt', 'a text, or a description in gpt_description_prompt')
  const parentId = textIn(body.task_id) ?? ''
  if (textIn(body.continue_clip_id) && parentId === '') throw new WireError('task_id', 'the task of the clip that it goes on from')
  return {
    ...{ action: name, model: `suno_${name.toLowerCase()}`, prompt: prompt || description },
    ...(parentId === '' ? {} : { parentId }),
  }
}

/** The submission as it goes to the proxy; fields that are not known here pass. @param notifyHook where the proxy tells of its end */
export function sentMusic({ model: _model, notify_hook: _hook, ...body }: JsonObject, action: string, notifyHook?: string): JsonObject {
  const isMusic = action.toUpperCase() === 'MUSIC'
  return {
    ...body,
    ...(isMusic && !textIn(body.mv) ? { mv: DEFAULT_VERSION } : {}),
    ...(notifyHook === undefined ? {} : { notify_hook: notifyHook }),
  }
}

/** The answer to a submission; undefined: it is none. */
export function readMusicSubmission(body: Json | undefined): TaskSubmission | undefined {
  if (!isObject(body) || body.code === undefined) return undefined
  const id = textIn(body.data) ?? ''
  const isTaken = body.code === 'success' && id !== ''
  return { id, isTaken, code: isTaken ? 1 : 0, description: textIn(body.message) ?? String(body.code), properties: {} }
}

const STATES: ReadonlySet<string> = new Set(['NOT_START', 'SUBMITTED', 'QUEUED', 'IN_PROGRESS', 'SUCCESS', 'FAILURE', 'UNKNOWN'])
const isState = (state: string): state is ToldStatus => STATES.has(state)

/** The tasks in an answer of fetch; undefined: it is none. */
export function readMusicTasks(body: Json | undefined): TaskReading[] | undefined {
  if (!isObject(body) || body.code !== 'success') return undefined
  return objectsIn(body.data).flatMap((task): TaskReading[] => {
    const id = textIn(task.task_id) ?? ''
    if (id === '') return []
    const word = textIn(task.status) ?? ''
    const status = isState(word) ? word : undefined
    const told = defined({
      status,
      progress: percentIn(task.progress),
      failReason: status === 'FAILURE' ? (textIn(task.fail_reason) ?? '') : undefined,
      startMs: timeIn(task.start_time, 1000),
      finishMs: timeIn(task.finish_time, 1000),
    })
    return [{ id, ...told, result: task.data === undefined || task.data === null ? {} : { data: task.data } }]
  })
}

/** What is known here of a piece of music. Times are unix milliseconds, 0 for not yet. */
export interface KnownMusic {
  readonly id: string
  readonly action: string
  readonly status: string
  readonly failReason: string
  readonly submitMs: number
  readonly startMs: number
  readonly finishMs: number
  readonly progress: number
  readonly result: JsonObject
}

/** A task as the proxy tells it. */
export function writeMusic(task: KnownMusic): JsonObject {
  const seconds = (ms: number) => Math.floor(ms / 1000)
  return {
    task_id: task.id,
    action: task.action,
    status: task.status,
    fail_reason: task.failReason,
    submit_time: seconds(task.submitMs),
    start_time: seconds(task.startMs),
    finish_time: seconds(task.finishMs),
    progress: `${task.progress}%`,
    data: task.result.data ?? null,
  }
}
