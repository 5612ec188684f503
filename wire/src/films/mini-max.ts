// Hailuo at MiniMax. Source: https://platform.minimax.io/docs, "Video generation" and "Video generation V2", 2026. The first version names a file when it
// is done, which is asked for in turn; MiniMax-H3 is called by the second, whose ids begin with `v2/` here.
import { defined } from '../defined.ts'
import type { JsonObject } from '../encoding/json.ts'
import { type FilmFormat, type FilmReading, noteLosses, type SizedFilm, vendorsOwn } from './format.ts'
import { at, countIn, failed, idAt, made, queued, ratioIn, running } from './readings.ts'

const SECOND = 'v2/'
const isSecond = (model: string) => /^minimax-h\d/i.test(model)
const RATIOS = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16'] as const

export const miniMax: FilmFormat = {
  dialect: 'openai-chat',
  path: (_request, model) => (isSecond(model) ? '/v2/video_generation' : '/v1/video_generation'),

  writeRequest(request, model, losses) {
    const isNewer = isSecond(model)
    const can = { firstFrame: true, lastFrame: true, references: isNewer, video: isNewer, watermark: true, ratios: isNewer ? RATIOS : [] }
    noteLosses(request, can, losses)
    return { ...vendorsOwn(request, losses), ...(isNewer ? secondBody(request, model) : firstBody(request, model)) }
  },

  readId(reply, _request, model) {
    const id = idAt(reply, 'task_id')
    return id === undefined || (at(reply, 'base_resp', 'status_code') ?? 0) !== 0 ? undefined : (isSecond(model) ? SECOND : '') + id
  },

  poll(id, { fileId }) {
    if (id.startsWith(SECOND)) return { method: 'GET', path: `/v2/query/video_generation/${encodeURIComponent(id.slice(SECOND.length))}` }
    const path =
      typeof fileId === 'string'
        ? `/v1/files/retrieve?file_id=${encodeURIComponent(fileId)}`
        : `/v1/query/video_generation?task_id=${encodeURIComponent(id)}`
    return { method: 'GET', path }
  },

  readPoll(reply, id, { fileId }) {
    if (id.startsWith(SECOND)) return readSecond(at(reply, 'task'))
    if (typeof fileId === 'string') return reply.file === undefined ? undefined : made(at(reply, 'file', 'download_url'), {})
    switch (reply.status) {
      case 'Preparing':
      case 'Queueing':
        return queued
      case 'Processing':
        return running()
      case 'Success': {
        const file = idAt(reply, 'file_id')
        return file === undefined ? failed('The upstream named no film') : { ...running(99), result: { fileId: file } }
      }
      case 'Fail':
        return failed(at(reply, 'base_resp', 'status_msg'))
      default:
        return undefined
    }
  },
}

function firstBody({ prompt, firstFrame, lastFrame, seconds, resolution, watermark }: SizedFilm, model: string): JsonObject {
  return {
    ...{ model, duration: seconds, resolution: resolution.toUpperCase() },
    ...defined({
      prompt: prompt === '' ? undefined : prompt,
      first_frame_image: firstFrame,
      last_frame_image: lastFrame,
      aigc_watermark: watermark,
    }),
  }
}

function secondBody(request: SizedFilm, model: string): JsonObject {
  const { prompt, firstFrame, lastFrame, references, video, seconds, resolution, watermark } = request
  const picture = (url: string, role: string): JsonObject => ({ type: 'image_url', image_url: { url }, role })
  const hasPicture = firstFrame !== undefined || references.length > 0 || video !== undefined
  return {
    model,
    content: [
      { type: 'text', text: prompt },
      ...(firstFrame === undefined ? [] : [picture(firstFrame, 'first_frame')]),
      ...(lastFrame === undefined ? [] : [picture(lastFrame, 'last_frame')]),
      ...references.map((url) => picture(url, 'reference_image')),
      ...(video === undefined ? [] : [{ type: 'video_url', video_url: { url: video }, role: 'reference_video' }]),
    ],
    ...{ duration: seconds, resolution: resolution.toUpperCase() },
    // Without a picture there is nothing that a ratio could follow from.
    ...defined({ ratio: ratioIn(request, RATIOS) ?? (hasPicture ? undefined : '16:9'), aigc_watermark: watermark }),
  }
}

function readSecond(task: ReturnType<typeof at>): FilmReading | undefined {
  switch (at(task, 'status')) {
    case 'queued':
      return queued
    case 'running':
      return running()
    case 'succeeded': {
      const resolution = at(task, 'resolution')
      const seconds = countIn(at(task, 'usage', 'output_seconds')) ?? countIn(at(task, 'duration'))
      return made(
        at(task, 'content', 'url'),
        defined({ seconds, resolution: typeof resolution === 'string' ? resolution.toLowerCase() : undefined }),
      )
    }
    case 'failed':
      return failed(at(task, 'error', 'message'))
    case 'cancelled':
    case 'expired':
      return failed('The upstream ended the task')
    default:
      return undefined
  }
}
