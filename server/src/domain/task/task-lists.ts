// Tasks as people list them: rows of the family's form, in the reader's language. Sources: server-behaviour 9, decision D77.
import type { Drawing } from '@waystation/contract/calls/drawing'
import { failWords } from '@waystation/contract/calls/fail-reasons'
import { type Task, taskKinds } from '@waystation/contract/calls/task'
import { filesOfResult } from '@waystation/contract/calls/task-files'
import type { ShownFile } from '@waystation/contract/calls/task-row'
import type { Language } from '@waystation/contract/errors'
import { mjForwardUrlEnabled } from '@waystation/contract/options/drawing'
import type { Database } from '../../db/database.ts'
import type { Secrets } from '../../lib/secret.ts'
import type { OptionService } from '../option/option-service.ts'
import type { TaskRecord } from './task.ts'
import { TaskLinks } from './task-links.ts'
import { findTaskNames, listTasks, type TaskFilter } from './task-store.ts'

export interface TaskListsParts {
  readonly database: Pick<Database, 'read'>
  readonly options: Pick<OptionService, 'get'>
  readonly secrets: Pick<Secrets, 'sign'>
  /** Unix milliseconds. */
  readonly now: () => number
}

/** The reader: owners do not see which channel it was. */
export interface TaskReader {
  readonly language: Language
  readonly isOwn: boolean
}

type Filter = Omit<TaskFilter, 'kinds'>

interface TaskPage {
  readonly offset: number
  readonly limit: number
}

type Names = Awaited<ReturnType<typeof findTaskNames>>

const NO_NAMES: Names = { users: new Map(), channels: new Map() }

export class TaskLists {
  readonly #parts: TaskListsParts
  readonly #links: TaskLinks

  constructor(parts: TaskListsParts) {
    this.#parts = parts
    this.#links = new TaskLinks(parts.secrets, parts.now)
  }

  /** A page of drawings, the newest first. Their pictures are this server's links, or the vendor's own where it forwards none. */
  async drawings(filter: Filter, page: TaskPage, reader: TaskReader): Promise<{ items: Drawing[]; total: number }> {
    const { tasks, names, total } = await this.#page({ ...filter, kinds: ['drawing'] }, page, reader)
    return { items: tasks.map((task) => this.#drawing(task, names, reader)), total }
  }

  /** A page of music, films, pictures that were made by tasks, and batches, the newest first. */
  async tasks(filter: Filter, page: TaskPage, reader: TaskReader): Promise<{ items: Task[]; total: number }> {
    const { tasks, names, total } = await this.#page({ ...filter, kinds: taskKinds }, page, reader)
    return { items: tasks.map((task) => this.#task(task, names, reader)), total }
  }

  async #page(filter: TaskFilter, page: TaskPage, { isOwn }: TaskReader) {
    const { database } = this.#parts
    const { tasks, total } = await listTasks(database, filter, page)
    return { tasks, total, names: isOwn ? NO_NAMES : await findTaskNames(database, tasks) }
  }

  #drawing(task: TaskRecord, names: Names, reader: TaskReader): Drawing {
    const { result } = task
    const text = (name: string) => (typeof result[name] === 'string' ? result[name] : '')
    const image = filesOfResult(result).find(({ name }) => name === 'image')
    const isForwarded = this.#parts.options.get(mjForwardUrlEnabled)
    return {
      ...this.#shown(task, names, reader),
      code: task.code,
      action: task.action,
      mj_id: task.taskId,
      prompt: task.prompt,
      prompt_en: text('promptEn'),
      description: text('description'),
      state: text('state'),
      submit_time: task.submitMs,
      start_time: task.startMs,
      finish_time: task.finishMs,
      image_url: image === undefined ? '' : isForwarded ? this.#linkTo(task, image.name) : image.address,
      status: task.status,
      buttons: JSON.stringify(result.buttons ?? []),
      properties: JSON.stringify(result.properties ?? {}),
    }
  }

  #task(task: TaskRecord, names: Names, reader: TaskReader): Task {
    return {
      ...this.#shown(task, names, reader),
      created_at: seconds(task.submitMs),
      updated_at: seconds(task.updatedMs),
      kind: task.kind,
      task_id: task.taskId,
      platform: task.platform,
      prompt: task.prompt,
      action: task.action,
      status: task.status,
      submit_time: seconds(task.submitMs),
      start_time: seconds(task.startMs),
      finish_time: seconds(task.finishMs),
      properties: task.result.properties ?? {},
      data: task.result.data ?? null,
    }
  }

  /** What all rows have. */
  #shown(task: TaskRecord, { users, channels }: Names, { isOwn, language }: TaskReader) {
    return {
      id: task.id,
      user_id: task.userId,
      username: users.get(task.userId) ?? '',
      channel_id: isOwn ? 0 : task.channelId,
      channel_name: channels.get(task.channelId) ?? '',
      group: task.group,
      model: task.model,
      request_id: task.holdId,
      money: task.money,
      quota: task.quota,
      progress: `${task.progress}%`,
      fail_reason: failWords(task.failReason, language),
      files: this.#files(task),
    }
  }

  /** Films go through their own door, which knows how each vendor gives them out. */
  #files(task: TaskRecord): ShownFile[] {
    if (task.isRemoved) return []
    if (task.kind !== 'video')
      return filesOfResult(task.result).map(({ name, kind, title }) => ({ name, kind, title, url: this.#linkTo(task, name) }))
    const url = `/v1/videos/${encodeURIComponent(task.taskId)}/content?${this.#links.query({ rowId: task.id, name: 'video' })}`
    return task.status === 'SUCCESS' ? [{ name: 'video', kind: 'video', title: '', url }] : []
  }

  /** From the root of this server: who reads it knows the address. */
  #linkTo({ id, taskId }: TaskRecord, name: string): string {
    return `/mj/image/${encodeURIComponent(taskId)}?${this.#links.query({ rowId: id, name })}`
  }
}

const seconds = (ms: number): number => Math.floor(ms / 1000)
