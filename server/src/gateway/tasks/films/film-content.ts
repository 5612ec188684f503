// The bytes of a film, as its vendor keeps it. A vendor that gives it to its key only gets the key at its own host, and nobody else.
import { channelType } from '@waystation/contract/channels/channel-type'
import { AppError } from '@waystation/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TaskRecord } from '../../../domain/task/task.ts'
import type { Gateway } from '../../gateway.ts'
import { targetOf } from '../../upstream/upstream-call.ts'
import { type ByteRange, rangeIn } from '../byte-range.ts'
import { ofLink, sendOpened } from '../send-task-file.ts'
import { keyOfTask } from '../task-doors.ts'
import type { TaskFile } from '../task-files.ts'
import { openAnswer } from './film-answer.ts'

export type ContentServices = Pick<Gateway, 'tasks' | 'taskLinks' | 'taskFiles' | 'catalog' | 'providers' | 'exchange'>

/** Largest film that is passed on. */
const MAX_FILM_BYTES = 2 * 1024 ** 3
const FILM = /^(?:video\/|application\/octet-stream\b)/

/**
 * Sends a film, or the part of it that is asked for: that of the link by which it is asked for, else that of the caller's own task.
 * @param ofCaller finds the task of a caller who shows a key; throws where there is none
 * @throws AppError task_not_found, task_not_finished, task_file_gone
 */
export async function sendFilm(
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: ContentServices,
  ofCaller: () => Promise<TaskRecord>,
): Promise<FastifyReply> {
  const task = (await ofLink(request, gateway))?.task ?? (await ofCaller())
  if (task.status !== 'SUCCESS') throw new AppError('task_not_finished', { id: task.taskId })
  const opened = await open(task, rangeIn(request.headers), gateway)
  if (!opened) throw new AppError('task_file_gone')
  return sendOpened(reply, opened, MAX_FILM_BYTES)
}

async function open(task: TaskRecord, range: ByteRange | undefined, gateway: ContentServices): Promise<TaskFile | undefined> {
  const { taskFiles, catalog, providers } = gateway
  await catalog.upToDate()
  const channel = catalog.current().channel(task.channelId)
  const { videoUrl } = task.result
  const asked = { range, types: FILM, maxBytes: MAX_FILM_BYTES }
  if (!channel) return typeof videoUrl === 'string' ? taskFiles.open(videoUrl, undefined, asked) : undefined
  const vendor = providers[channelType(channel.type).id]
  const key = keyOfTask(channel, task)
  const target = key && targetOf(channel, key.secret)
  const request = target && vendor?.tasks?.fileRequest?.(task, target)
  if (vendor && request) return openAnswer(request, { provider: vendor, channel: target }, asked, gateway)
  const address = typeof videoUrl === 'string' ? videoUrl : target && vendor?.tasks?.fileUrl?.(task.vendorId, target)
  if (address === undefined) return undefined
  const headers = target ? vendor?.tasks?.fileHeaders?.(target) : undefined
  const place = { baseUrl: channel.baseUrl || (vendor?.baseUrl ?? ''), setting: channel.setting }
  return taskFiles.open(address, place, { ...asked, headers })
}
