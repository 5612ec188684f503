// How a vendor is asked for tasks that it has taken. Pure.
import type { Json, JsonObject } from '@waystation/wire/encoding/json'
import type { TaskReading } from '@waystation/wire/tasks/task-reading'
import type { VendorRequest } from './conversation.ts'
import type { ChannelTarget } from './target.ts'

/** A task as far as its vendor needs it. */
export interface PolledTask {
  /** What is made. */
  readonly kind: string
  readonly vendorId: string
  readonly action: string
  /** Its name upstream. */
  readonly model: string
  /** What the vendor last said of it. */
  readonly result: JsonObject
}

/** One request that tells of one or several tasks. */
export interface TaskPoll {
  readonly tasks: readonly PolledTask[]
  readonly request: VendorRequest
  /** The answer may hold what was made, as a long text, which `read` gets without most of it. */
  readonly holdsFile?: true
  /** Is an answer with the status of an error read too? */
  readonly readsErrors?: true
  /** What the answer says, by the vendor's ids; undefined: it is no answer. */
  read(body: Json | undefined): readonly TaskReading[] | undefined
}

/** A request whose answer holds the file of a task. */
export interface TaskFileRequest {
  readonly request: VendorRequest
  /** The name of the text in its JSON that is the file, in base64; absent: the answer is the file. */
  readonly textName?: string
}

export interface TaskVendor {
  /** The requests that tell how these tasks are, each told of in one of them. */
  polls(tasks: readonly PolledTask[], channel: ChannelTarget): readonly TaskPoll[]
  /** The requests that stop this task, so that it costs nothing more; absent: tasks cannot be stopped. */
  cancels?(task: PolledTask, channel: ChannelTarget): readonly VendorRequest[]
  /** What shows the channel's key where a file of a task is kept at the channel's own host; absent: files need none. */
  fileHeaders?(channel: ChannelTarget): Readonly<Record<string, string>>
  /** Where the file of a task is that its vendor names no address of; undefined: the vendor names one. */
  fileUrl?(vendorId: string, channel: ChannelTarget): string | undefined
  /** How the file of a task is asked for that no address leads to; absent: an address does. Throws TypeError on an address that is none. */
  fileRequest?(task: Pick<PolledTask, 'vendorId' | 'result'>, channel: ChannelTarget): TaskFileRequest
}

/** So many tasks at a time. */
export function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}
