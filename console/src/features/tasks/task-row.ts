// A drawing and any other task as one kind of row, so that both lists are drawn with the same parts.
import { type Drawing, drawingStates, submitCodes } from '@waystation/contract/calls/drawing'
import { type Task, taskStates } from '@waystation/contract/calls/task'
import type { ShownFile, TaskMoney } from '@waystation/contract/calls/task-row'
import type { StatusEntry } from '@waystation/contract/site/status-table'

export type TaskKind = 'drawing' | 'task'

/** An image of a task. */
export interface TaskImage {
  readonly src: string
  /** What it is called; empty: nothing. */
  readonly title: string
}

/** Sound or a film of a task. */
export interface TaskClip {
  readonly kind: 'audio' | 'video'
  readonly src: string
  /** What it is called; empty: nothing. */
  readonly title: string
}

export interface TaskRow {
  readonly id: number
  readonly kind: TaskKind
  readonly taskId: string
  /** Who makes it: `mj`, `suno`, or the name of a vendor. */
  readonly platform: string
  readonly action: string
  /** The proxy's answer to the submission; undefined: it has no such code. */
  readonly code: number | undefined
  readonly status: string
  /** 0 to 100. */
  readonly percent: number
  /** Unix seconds. */
  readonly submittedAt: number
  /** Milliseconds from the submission to the end; undefined: it has not ended. */
  readonly tookMs: number | undefined
  readonly prompt: string
  /** The prompt as it was translated or completed; empty: it is the same. */
  readonly promptEn: string
  /** Words that were made, such as lyrics; empty: none. */
  readonly words: string
  readonly failReason: string
  readonly images: readonly TaskImage[]
  readonly clips: readonly TaskClip[]
  readonly money: TaskMoney
  /** It is charged when it has ended; false: when it is taken. */
  readonly isPaidAtEnd: boolean
  readonly quota: number
  readonly group: string
  readonly model: string
  readonly requestId: string
  readonly userId: number
  /** Empty in one's own list. */
  readonly username: string
  /** 0 in one's own list. */
  readonly channelId: number
  readonly channelName: string
}

/** @param addressOf where the browser loads what this server names from its root */
export function drawingRow(drawing: Drawing, addressOf: (path: string) => string): TaskRow {
  const files = filesIn(drawing.files, addressOf)
  return {
    ...sharedBy(drawing),
    ...files,
    kind: 'drawing',
    isPaidAtEnd: false,
    platform: 'mj',
    taskId: drawing.mj_id,
    code: drawing.code,
    submittedAt: Math.floor(drawing.submit_time / 1000),
    tookMs: tookMs(drawing.submit_time, drawing.finish_time),
    promptEn: drawing.prompt_en === drawing.prompt ? '' : drawing.prompt_en,
    words: '',
    // An image that the vendor serves itself is loaded from there, where a secure page may.
    images: drawing.image_url.startsWith('https://') ? [{ src: drawing.image_url, title: '' }] : files.images,
  }
}

/** @param addressOf as of `drawingRow` */
export function taskRow(task: Task, addressOf: (path: string) => string): TaskRow {
  return {
    ...sharedBy(task),
    ...filesIn(task.files, addressOf),
    kind: 'task',
    isPaidAtEnd: task.kind !== 'music',
    // Films have the same words for what is done.
    action: task.kind === 'image' ? `${task.action}_IMAGE` : task.action,
    platform: task.platform,
    taskId: task.task_id,
    code: undefined,
    submittedAt: task.submit_time,
    tookMs: tookMs(task.submit_time * 1000, task.finish_time * 1000),
    promptEn: '',
    words: wordsIn(task.data),
  }
}

function sharedBy(task: Drawing | Task) {
  return {
    id: task.id,
    action: task.action,
    status: task.status,
    percent: Number.parseInt(task.progress, 10) || 0,
    prompt: task.prompt,
    failReason: task.fail_reason,
    money: task.money,
    quota: task.quota,
    group: task.group,
    model: task.model,
    requestId: task.request_id,
    userId: task.user_id,
    username: task.username,
    channelId: task.channel_id,
    channelName: task.channel_name,
  }
}

function filesIn(files: readonly ShownFile[], addressOf: (path: string) => string) {
  const clips = files.flatMap(({ kind, url, title }) => (kind === 'image' ? [] : [{ kind, title, src: addressOf(url) }]))
  const images = files.flatMap(({ kind, url, title }) => (kind === 'image' ? [{ title, src: addressOf(url) }] : []))
  return { images, clips }
}

/** Sound and the film of it follow each other under one title. */
export function byTitle(clips: readonly TaskClip[]): readonly (readonly TaskClip[])[] {
  const groups: TaskClip[][] = []
  for (const clip of clips) {
    const last = groups.at(-1)
    // Two clips of a piece may have the same title: of one kind there is one in each group.
    const belongs = last?.every(({ title, kind }) => title === clip.title && kind !== clip.kind)
    if (last && belongs) last.push(clip)
    else groups.push([clip])
  }
  return groups
}

const tookMs = (beganMs: number, endedMs: number): number | undefined => (endedMs === 0 ? undefined : Math.max(0, endedMs - beganMs))

/** Lyrics with their title. */
function wordsIn(data: unknown): string {
  if (typeof data !== 'object' || data === null) return ''
  const text = 'text' in data && typeof data.text === 'string' ? data.text : ''
  const title = 'title' in data && typeof data.title === 'string' ? data.title : ''
  return [title, text].filter((part) => part !== '').join('\n\n')
}

const SUBMITTING: StatusEntry = taskStates['']
const UNKNOWN: StatusEntry = taskStates.UNKNOWN

/** Name and tone of a state. */
export function stateOf({ kind, status }: Pick<TaskRow, 'kind' | 'status'>): StatusEntry {
  const known: Readonly<Record<string, StatusEntry>> = kind === 'drawing' ? { '': SUBMITTING, ...drawingStates } : taskStates
  return known[status] ?? UNKNOWN
}

/** Name and tone of the answer to a submission. */
export function submitCodeOf(code: number): StatusEntry {
  const known: Readonly<Record<number, StatusEntry>> = submitCodes
  return known[code] ?? { name: 'rejected', tone: 'red' }
}

/** Does it go on without anybody doing anything? A window waits for a person. */
export const isRunning = ({ status }: Pick<TaskRow, 'status'>): boolean => !['SUCCESS', 'FAILURE', 'MODAL'].includes(status)

/** Between two looks while something on the page is running. */
const POLL_MS = 4000

/** How often a page with these rows is loaded again, milliseconds; undefined: not at all. */
export const pollMs = (rows: readonly Pick<TaskRow, 'status'>[]): number | undefined => (rows.some(isRunning) ? POLL_MS : undefined)

/** What became of its price, by the name of the sentence. Films and batches are charged when they have ended, other tasks when they are taken. */
export function moneyNameOf({ money, status, isPaidAtEnd }: Pick<TaskRow, 'money' | 'status' | 'isPaidAtEnd'>) {
  if (money === 'free' && status === 'FAILURE') return isPaidAtEnd ? 'failed' : 'notTaken'
  return money === 'charged' && isPaidAtEnd ? 'chargedAtEnd' : money
}

const SLOW_MS = 60_000

/** Source: specification §9. */
export const isSlow = (ms: number): boolean => ms > SLOW_MS
