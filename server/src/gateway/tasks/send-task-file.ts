import { Readable, Transform } from 'node:stream'
import { filesOfResult } from '@waystation/contract/calls/task-files'
import { AppError } from '@waystation/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TaskRecord } from '../../domain/task/task.ts'
import type { Gateway } from '../gateway.ts'
import { rangeIn } from './byte-range.ts'
import { MAX_FILE_BYTES, type TaskFile } from './task-files.ts'

export type TaskFileServices = Pick<Gateway, 'tasks' | 'taskLinks' | 'taskFiles' | 'catalog'>

/**
 * Sends a file that a task made, or the part of it that is asked for: that of the link by which it is asked for, else that of the caller's own task.
 * @param ofCaller finds the task of a caller who shows a key; throws where there is none
 * @throws AppError task_not_found, task_file_gone
 */
export async function sendTaskFile(
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: TaskFileServices,
  ofCaller: () => Promise<{ readonly task: TaskRecord; readonly name: string }>,
): Promise<FastifyReply> {
  const { task, name } = (await ofLink(request, gateway)) ?? (await ofCaller())
  const file = filesOfResult(task.result).find((one) => one.name === name)
  if (!file) throw new AppError('task_file_gone')
  const range = rangeIn(request.headers)
  const opened = await gateway.taskFiles.open(file.address, gateway.catalog.current().channel(task.channelId), { range })
  if (!opened) throw new AppError('task_file_gone')
  return sendOpened(reply, opened, MAX_FILE_BYTES)
}

/** Passes an opened file on, up to so many bytes. */
export function sendOpened(reply: FastifyReply, opened: TaskFile, maxBytes: number): FastifyReply {
  const { status, contentType, contentRange, hasParts, bytes, length } = opened
  // A vendor may say nothing of its length, or lie.
  let left = maxBytes
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length
      if (left < 0) done(new Error('a file of a task is too large'))
      else done(null, chunk)
    },
  })
  bytes.once('error', (error) => bounded.destroy(error))
  bounded.once('close', () => bytes.destroy())
  const isHead = reply.request.method === 'HEAD'
  if (isHead) bytes.destroy()
  return reply
    .code(status)
    .headers({
      'content-type': contentType,
      'cache-control': status === 416 ? 'no-store' : 'private, max-age=86400',
      ...(hasParts ? { 'accept-ranges': 'bytes' } : {}),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      ...(length === undefined ? {} : { 'content-length': String(length) }),
      ...(contentRange === undefined ? {} : { 'content-range': contentRange }),
    })
    .send(isHead ? Readable.from([]) : bytes.pipe(bounded))
}

/** The file of the link by which it is asked for; undefined: it is asked for by a key. Throws AppError task_not_found. */
export async function ofLink({ query }: FastifyRequest, { tasks, taskLinks }: Pick<TaskFileServices, 'tasks' | 'taskLinks'>) {
  const fields = query as Readonly<Record<string, unknown>>
  if (fields.sign === undefined) return undefined
  const linked = taskLinks.read(fields)
  const task = linked && (await tasks.row(linked.rowId))
  if (!linked || !task || task.isRemoved) throw new AppError('task_not_found', { id: '' })
  return { task, name: linked.name }
}
