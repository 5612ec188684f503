// What a drawing proxy answers, and how drawings are told to clients. Sources as of drawing-request.ts.
import { defined } from '../defined.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { objectsIn, percentIn, type TaskReading, type TaskSubmission, type ToldStatus, textIn, timeIn } from './task-reading.ts'

/** Source: midjourney-proxy, `ReturnCode`. */
export const drawingCode = { taken: 1, noAccount: 3, failure: 9, exists: 21, waiting: 22, queueFull: 23, banned: 24 } as const

const TAKEN: ReadonlySet<number> = new Set([drawingCode.taken, drawingCode.exists, drawingCode.waiting])

/** The answer to a submission; undefined: it is none. */
export function readDrawingSubmission(body: Json | undefined): TaskSubmission | undefined {
  if (!isObject(body) || typeof body.code !== 'number') return undefined
  const { code, description, result, properties } = body
  const id = typeof result === 'string' || typeof result === 'number' ? String(result) : ''
  return {
    ...{ id, code, description: textIn(description) ?? '' },
    // Code 1 without an id is a failure with the proxy's words (decision D77).
    isTaken: TAKEN.has(code) && (id !== '' || Array.isArray(result)),
    properties: isObject(properties) ? properties : {},
  }
}

const STATES: ReadonlySet<string> = new Set(['NOT_START', 'SUBMITTED', 'IN_PROGRESS', 'MODAL', 'FAILURE', 'SUCCESS'])
const isState = (state: string): state is ToldStatus => STATES.has(state)

/** What only the proxy says of a drawing, under its own names. */
const TOLD = ['promptEn', 'description', 'state', 'imageUrl', 'videoUrl', 'buttons', 'properties', 'customId', 'botType', 'maskBase64']

/** The drawings in an answer of list-by-condition or fetch; undefined: it is none. */
export function readDrawings(body: Json | undefined): TaskReading[] | undefined {
  if (!Array.isArray(body) && !(isObject(body) && body.id !== undefined)) return undefined
  return objectsIn(body).flatMap((task): TaskReading[] => {
    const id = typeof task.id === 'string' || typeof task.id === 'number' ? String(task.id) : ''
    if (id === '') return []
    const result: JsonObject = {}
    for (const name of TOLD) if (task[name] !== undefined && task[name] !== null && task[name] !== '') result[name] = task[name]
    return [{ id, ...stateOf(task), result }]
  })
}

/** A state, and what belongs to it. Somebody's cancelling is an end; a reason beside a running state is none (decision D77). */
function stateOf({ status, progress, failReason, startTime, finishTime }: JsonObject) {
  const word = textIn(status)?.toUpperCase() ?? ''
  const told = word === 'CANCEL' || word === 'CANCELLED' ? 'FAILURE' : isState(word) ? word : undefined
  const reason = textIn(failReason)
  return defined({
    status: told,
    progress: percentIn(progress),
    failReason: told === 'FAILURE' ? reason || word.toLowerCase() : undefined,
    startMs: timeIn(startTime, 1),
    finishMs: timeIn(finishTime, 1),
  })
}

/** What is known here of a drawing. Times are unix milliseconds, 0 for not yet. */
export interface KnownDrawing {
  readonly id: string
  readonly action: string
  readonly prompt: string
  readonly status: string
  readonly progress: number
  readonly failReason: string
  readonly submitMs: number
  readonly startMs: number
  readonly finishMs: number
  readonly result: JsonObject
  /** Where its picture is, for clients; empty: there is none yet. */
  readonly imageUrl: string
  /** The same of its film. */
  readonly videoUrl: string
}

/** A drawing as the proxy tells it. */
export function writeDrawing(task: KnownDrawing): JsonObject {
  const { result } = task
  const text = (name: string) => textIn(result[name]) ?? ''
  return {
    id: task.id,
    action: task.action,
    customId: text('customId'),
    botType: text('botType'),
    prompt: task.prompt,
    promptEn: text('promptEn'),
    description: text('description'),
    state: text('state'),
    submitTime: task.submitMs,
    startTime: task.startMs,
    finishTime: task.finishMs,
    imageUrl: task.imageUrl,
    ...(task.videoUrl === '' ? {} : { videoUrl: task.videoUrl }),
    status: task.status,
    progress: `${task.progress}%`,
    failReason: task.failReason,
    buttons: Array.isArray(result.buttons) ? result.buttons : [],
    maskBase64: text('maskBase64'),
    properties: isObject(result.properties) ? result.properties : {},
  }
}
