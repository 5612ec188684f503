// Tasks: what is generated over minutes or hours. One is submitted once, asked for until it ends, and ends once.
import type { LogDraft } from '../ledger/operation.ts'
import type { StoredFile } from '../vendor-file/vendor-file-store.ts'

export type TaskKind = 'drawing' | 'music' | 'video' | 'image' | 'batch'

/** Of the family; an end is one of the last two. Source: specification §4. */
export type TaskStatus = '' | 'NOT_START' | 'SUBMITTED' | 'QUEUED' | 'IN_PROGRESS' | 'MODAL' | 'UNKNOWN' | 'SUCCESS' | 'FAILURE'

/** What a vendor says of a task, as JSON. */
export interface TaskResult {
  readonly [name: string]: TaskValue | undefined
}
type TaskValue = string | number | boolean | null | TaskValue[] | { [name: string]: TaskValue | undefined }

/** `free`: it costs nothing. `held`: it is charged when it has ended. `charged`: when it was taken; a failure gives it back. */
export type TaskMoney = 'free' | 'held' | 'charged' | 'refunded'

/** A task under its names in code. Times are unix milliseconds, 0 for not yet. */
export interface TaskRecord {
  readonly id: number
  readonly kind: TaskKind
  /** Who makes it: `mj`, `suno`, or the name of a vendor. */
  readonly platform: string
  /** By which its user asks for it. */
  readonly taskId: string
  /** Does it confirm a window, whose own row has the same id? */
  readonly confirms: boolean
  /** By which its vendor is asked for it. */
  readonly vendorId: string
  readonly userId: number
  /** 0: it was submitted without a token. */
  readonly tokenId: number
  readonly group: string
  readonly channelId: number
  readonly keyId: number
  readonly model: string
  readonly action: string
  /** The request that submitted it; empty: nothing was held for it. */
  readonly holdId: string
  readonly money: TaskMoney
  /** Quota units: what it costs, or what is held. */
  readonly quota: number
  /** The vendor's answer to the submission, in the family's codes. */
  readonly code: number
  readonly status: TaskStatus
  /** Per cent. */
  readonly progress: number
  readonly failReason: string
  readonly prompt: string
  /** What the vendor last said of it. */
  readonly result: TaskResult
  readonly submitMs: number
  readonly startMs: number
  readonly finishMs: number
  readonly updatedMs: number
  /** False: it has ended, and nothing about it changes any more. */
  readonly isOpen: boolean
  /** Polls in a row that told nothing of it. */
  readonly misses: number
  readonly expiresMs: number
  /** Where its end is told, sealed; empty: nowhere. */
  readonly hook: string
  /** Its user has removed it. It is still asked for, and charged. */
  readonly isRemoved: boolean
}

/** A task that its vendor has taken. */
export type NewTask = Omit<TaskRecord, 'id' | 'updatedMs' | 'isOpen' | 'misses' | 'money' | 'quota' | 'isRemoved'> & {
  readonly nextPollMs: number
  /** Repeated, it makes no second task; absent: a repetition is another task. */
  readonly idempotencyKey?: string
  /** Of a task that is charged at its end: what its price is computed from then, as JSON. Absent: it is charged at once. */
  readonly sale?: string
  /** Of a batch: our own count of the prompts of its requests, for answers whose vendor reports none. Absent: it is none. */
  readonly prompts?: string
}

/** What a task that is charged at its end was taken with. */
export interface TaskSale {
  /** As JSON. */
  readonly sale: string
  /** The row of its charge, as it would be if it came to what was asked for. */
  readonly log: LogDraft
}

/** What becomes of the money that was held for a task when its vendor has taken it. Quota units. */
export type TaskPayment =
  | { readonly kind: 'charge'; readonly amount: number; readonly log: LogDraft }
  /** Held until it ends, for so long at most. */
  | { readonly kind: 'hold'; readonly amount: number; readonly leaseMs: number; readonly log: LogDraft }
  /** Its hold is given back, with a row where there is something to tell. */
  | { readonly kind: 'free'; readonly log?: LogDraft }

/** What a vendor says of a task, or what we know without it. What is absent stays as it was. */
export interface TaskReport {
  readonly status?: TaskStatus
  readonly progress?: number
  readonly failReason?: string
  readonly startMs?: number
  readonly finishMs?: number
  /** Laid over what was known. */
  readonly result?: TaskResult
  /** Of a task that is charged at its end: what it came to, with its log row. */
  readonly charge?: { readonly amount: number; readonly log: LogDraft }
  /** Of a failure that costs nothing: the row that tells of it. Absent: none does. */
  readonly failureLog?: LogDraft
  /** Files at its vendor that are its user's once it has ended by this report, and not otherwise. Absent: none. */
  readonly files?: readonly StoredFile[]
}

/** Has a task of this status ended? */
export const isEnd = (status: TaskStatus): status is 'SUCCESS' | 'FAILURE' => status === 'SUCCESS' || status === 'FAILURE'

const ORDER: readonly TaskStatus[] = ['', 'UNKNOWN', 'NOT_START', 'SUBMITTED', 'QUEUED', 'MODAL', 'IN_PROGRESS', 'SUCCESS', 'FAILURE']

/** The fields that a report changes. */
export type TaskChange = Pick<TaskRecord, 'status' | 'progress' | 'failReason' | 'startMs' | 'finishMs' | 'result' | 'isOpen'>

/**
 * An open task after a report. Progress never goes back, and neither does a status, but for a window that was opened or confirmed; an end
 * has 100 per cent and a time.
 */
export function afterReport(task: TaskRecord, report: TaskReport, nowMs: number): TaskChange {
  const told = report.status ?? task.status
  const isBack = ORDER.indexOf(told) < ORDER.indexOf(task.status) && told !== 'MODAL'
  const status = isBack ? task.status : told
  const hasEnded = isEnd(status)
  const progress = Math.max(task.progress, Math.min(100, Math.max(0, Math.round(report.progress ?? 0))))
  return {
    status,
    progress: hasEnded ? 100 : Math.min(progress, 99),
    failReason: report.failReason ?? task.failReason,
    startMs: report.startMs || task.startMs,
    finishMs: report.finishMs || (hasEnded ? nowMs : task.finishMs),
    result: report.result ? { ...task.result, ...report.result } : task.result,
    isOpen: !hasEnded,
  }
}
