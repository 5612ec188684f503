// Pictures that a vendor makes by tasks: each is submitted, and asked for until it ends. One call may take several of them. What is known of all of
// them stands in one object, the result of the call's task, which is kept with it.
import { defined } from '../defined.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import type { ReportedError } from '../openai/error.ts'
import { objectsIn } from './task-reading.ts'

const statuses = ['QUEUED', 'IN_PROGRESS', 'SUCCESS', 'FAILURE'] as const

/** One task at the vendor. */
export interface PictureTask {
  /** By which the vendor is asked for it. */
  readonly id: string
  readonly status: (typeof statuses)[number]
  /** What was made, each as OpenAI's clients read a picture. */
  readonly pictures: readonly JsonObject[]
  /** Why it made none. */
  readonly error?: Pick<ReportedError, 'message' | 'code'>
  /** Where it is asked for, where its vendor names a place of its own. */
  readonly pollUrl?: string
}

/** How a vendor makes pictures by tasks. */
export interface ImageTasks {
  /** The header that shows the key, in lower case; absent: as the format's dialect has it. */
  readonly keyHeader?: string
  /** Is this model one that is called so? Absent: all are. */
  isFor?(model: string): boolean
  /** Where pictures are submitted, from the root of the vendor's host; absent: where the vendor's record says. */
  submitPath?(isEdit: boolean): string
  /** The bodies of the requests that a call takes. */
  submissions(body: JsonObject): readonly JsonObject[]
  /** Sent with each of them. @param workSeconds after which nobody asks for the pictures any more @param waitSeconds the caller waits so long */
  headers?(workSeconds: number, waitSeconds: number): Readonly<Record<string, string>>
  /**
   * What an answer says, to a submission or to a question after it; undefined: it is none of those that the vendor documents.
   * @param most pictures that the task was to make
   */
  read(reply: JsonObject, most: number, isSubmission: boolean): PictureTask | undefined
  /** How many pictures each of the tasks is to make. */
  picturesOfEach(body: JsonObject): number
  /** Where a task is asked for, from the root of the vendor's host. */
  pollPath(id: string): string
  /** Where a task is stopped; absent: it cannot be. */
  cancelPath?(id: string): string
}

/** What is known of the tasks of a call, as one object. @param most pictures of each */
export function pictureResult(tasks: readonly PictureTask[], most: number): JsonObject {
  const parts = tasks.map((task): JsonObject => defined({ ...task, pictures: [...task.pictures], error: task.error && { ...task.error } }))
  return { parts, most }
}

/** The tasks in such an object. */
export function pictureTasksIn({ parts }: JsonObject): PictureTask[] {
  return objectsIn(parts).flatMap(({ id, status, pictures, error, pollUrl }) => {
    const known = statuses.find((one) => one === status)
    if (typeof id !== 'string' || known === undefined) return []
    const why = isObject(error) && typeof error.message === 'string' ? { message: error.message, code: textOf(error.code) } : undefined
    return [defined({ id, status: known, pictures: objectsIn(pictures), error: why && defined(why), pollUrl: textOf(pollUrl) })]
  })
}

/** How many pictures each of the tasks in such an object is to make. */
export const mostPictures = ({ most }: JsonObject): number => (typeof most === 'number' ? most : 1)

const textOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined)

/** The task that is asked for next: the first that has not ended, or one of those that have. */
export function nextPictureTask(result: JsonObject): PictureTask | undefined {
  const tasks = pictureTasksIn(result)
  return tasks.find(isOpen) ?? tasks[0]
}

const isOpen = ({ status }: PictureTask): boolean => status === 'QUEUED' || status === 'IN_PROGRESS'

/** The same object with what was told of one of its tasks. */
export function withPictureTask(result: JsonObject, told: PictureTask): JsonObject {
  const tasks = pictureTasksIn(result).map((task) => (task.id === told.id ? { ...told, ...defined({ pollUrl: task.pollUrl }) } : task))
  return pictureResult(tasks, mostPictures(result))
}

/** How all tasks together stand. They end when each has ended, and are a success if one of them made anything. */
export interface PictureReading {
  readonly status: PictureTask['status']
  readonly pictures: readonly JsonObject[]
  readonly error?: PictureTask['error']
}

export function readPictures(result: JsonObject): PictureReading {
  const tasks = pictureTasksIn(result)
  const pictures = tasks.flatMap((task) => task.pictures)
  if (tasks.some(isOpen)) return { status: tasks.every(({ status }) => status === 'QUEUED') ? 'QUEUED' : 'IN_PROGRESS', pictures }
  if (pictures.length > 0) return { status: 'SUCCESS', pictures }
  const error = tasks.find((task) => task.error)?.error ?? { message: 'The upstream made no picture' }
  return { status: 'FAILURE', pictures, error }
}

/** The object as it is stored: without the bytes of pictures, and with their addresses where files of tasks stand. */
export function storedPictures(result: JsonObject): JsonObject {
  const tasks = pictureTasksIn(result).map((task) => ({ ...task, pictures: task.pictures.map(({ b64_json: _bytes, ...known }) => known) }))
  const data = tasks.flatMap(({ pictures }) => pictures.map(({ url }): JsonObject => defined({ image_url: url })))
  return { ...pictureResult(tasks, mostPictures(result)), ...(data.length > 0 ? { data } : {}) }
}
