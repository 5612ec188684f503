// A film that no address leads to: its vendor is asked for it once more, and it is read out of the answer as that comes.
import { pipeline } from 'node:stream'
import { peeked, readableOf, sourceOf } from '../../../lib/bodies/byte-source.ts'
import { Base64Text } from '../../../lib/bodies/json-texts.ts'
import type { TaskFileRequest } from '../../../providers/task-vendor.ts'
import type { Gateway } from '../../gateway.ts'
import type { ExchangeTarget } from '../../upstream/exchange.ts'
import { rangeText } from '../byte-range.ts'
import { type FileRequest, fileOf, type TaskFile } from '../task-files.ts'

const WAIT_MS = 30_000

/**
 * Opens a film that stands in an answer; undefined: it cannot be had. A part of one can only be asked for where the answer is nothing but
 * the film.
 */
export async function openAnswer(
  { request, textName }: TaskFileRequest,
  target: Pick<ExchangeTarget, 'provider' | 'channel'>,
  asked: FileRequest,
  { exchange }: Pick<Gateway, 'exchange'>,
): Promise<TaskFile | undefined> {
  const part = asked.range === undefined || textName !== undefined ? {} : { range: rangeText(asked.range) }
  const sent = { ...request, headers: { ...request.headers, ...part } }
  const answer = await exchange.send(sent, { ...target, firstByteMs: WAIT_MS, idleMs: WAIT_MS }).catch(() => undefined)
  if (!answer) return undefined
  const body = answer.stream()
  if (textName === undefined) return fileOf({ statusCode: answer.status, headers: answer.headers, body: sourceOf(body) }, asked)
  if (!answer.isOk) {
    body.destroy()
    return undefined
  }
  // What holds no film any more, such as an error, has no such text.
  const { first, source } = await peeked(sourceOf(pipeline(body, new Base64Text(textName), () => {})))
  if (first.length === 0) return undefined
  return { status: 200, contentRange: undefined, hasParts: false, contentType: 'video/mp4', bytes: readableOf(source), length: undefined }
}
