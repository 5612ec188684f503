// What the record of a vendor that makes films by tasks says: which addresses it has, what it takes and answers there, and how it rejects. The
// records are written from the vendors' documentation, never from the product.
import type { IncomingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import type { Fault } from './fault.ts'

/** How a task stands. `partial`: some of what was asked for failed. `moderated`: it was kept back for what is in it. */
export type State = 'queued' | 'running' | 'succeeded' | 'partial' | 'failed' | 'moderated' | 'expired' | 'cancelled'
/** A success that is of no use: it names no link, or one that is dead. */
export type Flaw = 'linkless' | 'dead-link'
/** What a server does in place of its answer. `forgotten`: it says that there is no such task. `html`: a page, with status 200. */
export type Misbehaviour = 'silent' | 'reset' | 'error' | 'html' | 'truncated' | 'forgotten'
export type PlanStep = State | Flaw | Misbehaviour

/** What a vendor answers: an object as JSON, bytes as they are. */
export interface FilmAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object | string | Buffer
}

/** A request as the record of a vendor sees it. */
export interface FilmRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  /** Of JSON or of a form; the files of a form as `File`. */
  readonly body: Readonly<Record<string, unknown>>
  readonly isForm: boolean
  /** The body as it came. */
  readonly raw: string
  readonly nowMs: number
}

/** What is kept of a request. */
export interface SeenFilmRequest extends FilmRequest {
  readonly url: string
  /** What it breaks of the vendor's documentation. */
  readonly violations: string[]
  status: number | undefined
}

export interface FilmTask {
  readonly id: string
  readonly number: number
  readonly key: string
  /** Of the request that made it. */
  readonly body: Readonly<Record<string, unknown>>
  readonly path: string
  /** The task that it goes out from. */
  readonly source: FilmTask | undefined
  /** What was wrong with the request, where the vendor tells of it only when the task has failed for it. */
  readonly fault: string | undefined
  readonly createdMs: number
  /** As it was told last. */
  state: State
  flaw: Flaw | undefined
  steps: PlanStep[]
}

/** A request at its door. */
export interface Visit extends FilmRequest {
  /** What the path has in its groups. */
  readonly groups: readonly string[]
  /** Where this server is. */
  readonly url: string
  /** Where a result of a task is, if its success has a link. The number is that of the film or picture, from 1. */
  link(task: FilmTask, extension?: 'mp4' | 'png', number?: number): string | undefined
  /** The bytes of a task's film. */
  film(): Buffer
  /** Ends a task. */
  end(task: FilmTask, state: State): void
  /** Takes a task away. */
  forget(task: FilmTask): void
  /** Of the key that was shown, newest first. */
  tasks(): readonly FilmTask[]
}

interface AnyDoor {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: RegExp
  /** Where one path is several addresses: is it this one? */
  isAt?(request: FilmRequest): boolean
  /** Absent: the body is not looked at. */
  readonly body?: z.ZodType
  /** May the body be a form? */
  readonly takesForms?: true
  /** What is rejected beside the body. */
  check?(request: FilmRequest): FilmAnswer | undefined
}

/** An address of tasks. `visit` looks at one without moving it on. */
export interface TaskDoor extends AnyDoor {
  readonly does: 'submit' | 'poll' | 'visit'
  /** Which task is meant; without it the first group of the path. Of a new task: which it goes out from, if it goes out from one. */
  idOf?(visit: Visit): string
  /** What is wrong with a request that is taken all the same, and whose task fails for it. */
  lateFault?(request: FilmRequest): string | undefined
  /** Is this the address for this task, as it stands? */
  isFor?(visit: Visit, task: FilmTask): boolean
  answer(visit: Visit, task: FilmTask): FilmAnswer
}

export type Door = TaskDoor | (AnyDoor & { readonly does: 'list'; answer(visit: Visit): FilmAnswer })

/** A vendor, as its documentation has it. */
export interface FilmVendor {
  readonly name: string
  /** Its word for each state that its tasks have. */
  readonly words: Readonly<Partial<Record<State, string>>>
  /** Does it reject fields that it does not know? Of a vendor that passes over them they are violations all the same. */
  readonly rejectsUnknown: boolean
  readonly doors: readonly Door[]
  /** The key that was shown, or what the vendor says of it. */
  identify(request: FilmRequest, keys: readonly string[]): string | FilmAnswer
  rejectBody(fault: Fault, request: FilmRequest): FilmAnswer
  noTask(id: string): FilmAnswer
  readonly noRoute: FilmAnswer
  /** An id in the vendor's form. */
  idOf(number: number): string
}

/** A door's bearer key. @param reject what the vendor says when none, or an unknown one, is shown */
export const bearer =
  (reject: (shown: string | undefined) => FilmAnswer, scheme = 'Bearer') =>
  ({ headers }: FilmRequest, keys: readonly string[]): string | FilmAnswer => {
    const shown = headers.authorization?.startsWith(`${scheme} `) ? headers.authorization.slice(scheme.length + 1) : undefined
    return shown !== undefined && keys.includes(shown) ? shown : reject(shown)
  }
