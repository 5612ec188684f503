// OpenAI's own shape, which ended there and lives on at relays. Source: OpenAI, API reference, "Videos", 2026. A film is given to the key only.
import { defined } from '../defined.ts'
import { type FilmFormat, noteLosses, type SizedFilm, vendorsOwn } from './format.ts'
import { at, countIn, failed, idAt, queued, ratioIn, running } from './readings.ts'

const sizes = ['1280x720', '720x1280', '1792x1024', '1024x1792'] as const

const RATIOS = ['16:9', '9:16']

export const openai: FilmFormat = {
  dialect: 'openai-chat',
  path: () => '/v1/videos',

  writeRequest(request, model, losses) {
    const { prompt, firstFrame, seconds } = request
    noteLosses(request, { firstFrame: true, ratios: RATIOS }, losses)
    return {
      ...vendorsOwn(request, losses),
      ...{ model, prompt, seconds: String(seconds), size: sizeOf(request) },
      ...(firstFrame === undefined ? {} : { input_reference: { image_url: firstFrame } }),
    }
  },

  readId: (reply) => (reply.status === 'failed' ? undefined : (idAt(reply, 'id') ?? idAt(reply, 'task_id'))),
  poll: (id) => ({ method: 'GET', path: `/v1/videos/${encodeURIComponent(id)}` }),
  readPoll(reply) {
    switch (reply.status) {
      case 'queued':
        return queued
      case 'in_progress':
      case 'processing':
        return running(countIn(reply.progress))
      case 'completed':
      case 'succeeded':
        return { status: 'SUCCESS', result: {}, film: defined({ seconds: countIn(reply.seconds) }) }
      case 'failed':
        return failed(at(reply, 'error', 'message'))
      default:
        return undefined
    }
  },
  followUps: {
    extensionSeconds: 4,
    path: ({ kind, vendorId }) => (kind === 'remix' ? `/v1/videos/${encodeURIComponent(vendorId)}/remix` : `/v1/videos/${kind}s`),
    writeRequest({ prompt, seconds }, { kind, vendorId }) {
      if (kind === 'remix') return { prompt }
      const video = { id: vendorId }
      return kind === 'edit' ? { prompt, video } : { prompt, video, seconds: String(seconds) }
    },
  },
  contentPath: (id) => `/v1/videos/${encodeURIComponent(id)}/content`,
}

/** The size that was asked for; other servers than OpenAI's have others. */
function sizeOf(request: SizedFilm): string {
  if (request.size) return `${request.size.width}x${request.size.height}`
  const isHigh = ratioIn(request, RATIOS) === '9:16'
  const [wide, high] = request.resolution === '1080p' ? sizes.slice(2) : sizes
  return (isHigh ? high : wide) ?? sizes[0]
}
