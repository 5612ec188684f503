// Submissions with an `Idempotency-Key`: repeated, one makes no second task, whichever node it comes to.
import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AppError } from '@waystation/contract/errors'
import type { TaskKind, TaskRecord } from '../../domain/task/task.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'

const LONGEST_KEY = 255

export interface OneSubmission {
  readonly kind: TaskKind
  /** Of tasks whose answers have several shapes: a key of one is not known in another. */
  readonly shape?: string
  readonly caller: Caller
  /** Serves it. @param key as its task keeps it; undefined: it has none */
  serve(key: string | undefined): Promise<unknown>
  /** Answers with the task that was submitted before. */
  repeat(task: TaskRecord): Promise<unknown>
}

/**
 * Serves a submission, or answers with the task that was submitted under its key.
 * @throws AppError bad_request for a key that is too long, task_key_in_use; what the submission throws
 */
export async function submitOnce(
  { headers }: IncomingMessage,
  { kind, shape = '', caller, serve, repeat }: OneSubmission,
  { tasks, taskClaims }: Pick<Gateway, 'tasks' | 'taskClaims'>,
): Promise<unknown> {
  const key = idempotencyKeyIn(headers['idempotency-key'], `${kind}${shape}`, caller)
  if (key === undefined) return serve(undefined)
  return taskClaims.run(caller.user.id, key, async () => {
    const known = await tasks.underKey(caller.user.id, key)
    return known ? repeat(known) : serve(key)
  })
}

/**
 * The key of a request as its task keeps it; undefined: it has none.
 * @param kind of what is submitted: one key may stand for tasks of several kinds
 * @throws AppError bad_request
 */
export function idempotencyKeyIn(
  header: string | readonly string[] | undefined,
  kind: string,
  { token }: Pick<Caller, 'token'>,
): string | undefined {
  const given = typeof header === 'string' ? header : header?.[0]
  if (given === undefined || given === '') return undefined
  if (given.length > LONGEST_KEY) throw new AppError('bad_request', { detail: `Idempotency-Key: at most ${LONGEST_KEY} characters` })
  // Two tokens of one user know nothing of each other's keys. Films came first, so theirs are kept without their kind.
  return hash('sha256', `${kind === 'video' ? '' : `${kind} `}${token?.id ?? 0} ${given}`, 'base64url')
}
