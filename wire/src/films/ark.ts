// Seedance at Volcano Ark. Source: https://www.volcengine.com/docs/82379, "Create a video generation task" and "Query a video generation task", 2026.
import { defined } from '../defined.ts'
import type { JsonObject } from '../encoding/json.ts'
import { type FilmFormat, noteLosses, vendorsOwn } from './format.ts'
import { at, countIn, failed, idAt, made, queued, ratioIn, running } from './readings.ts'

const TASKS = '/api/v3/contents/generations/tasks'
const RATIOS = ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9', 'adaptive'] as const
const HAS_SOUND = /seedance-(1-5|[2-9]-)/
const TAKES_FILMS = /seedance-[2-9]-/

export const ark: FilmFormat = {
  dialect: 'openai-chat',
  path: () => TASKS,

  writeRequest(request, model, losses) {
    const { prompt, firstFrame, lastFrame, references, video, seconds, resolution, hasSound, seed, watermark } = request
    const canSound = HAS_SOUND.test(model)
    noteLosses(
      request,
      {
        ...{ firstFrame: true, lastFrame: true, references: true, video: TAKES_FILMS.test(model) },
        ...{ seed: true, sound: canSound, watermark: true, ratios: RATIOS },
      },
      losses,
    )
    const picture = (url: string, role: string): JsonObject => ({ type: 'image_url', image_url: { url }, role })
    const ratio = ratioIn(request, RATIOS.slice(0, -1)) ?? (request.ratio === 'adaptive' ? 'adaptive' : undefined)
    return {
      ...vendorsOwn(request, losses),
      model,
      content: [
        ...(prompt === '' ? [] : [{ type: 'text', text: prompt }]),
        ...(firstFrame === undefined ? [] : [picture(firstFrame, 'first_frame')]),
        ...(lastFrame === undefined ? [] : [picture(lastFrame, 'last_frame')]),
        ...references.map((url) => picture(url, 'reference_image')),
        ...(video === undefined ? [] : [{ type: 'video_url', video_url: { url: video }, role: 'reference_video' }]),
      ],
      ...{ duration: seconds, resolution },
      ...defined({ ratio, seed, watermark, generate_audio: canSound ? hasSound : undefined }),
    }
  },

  readId: (reply) => idAt(reply, 'id'),
  poll: (id) => ({ method: 'GET', path: `${TASKS}/${encodeURIComponent(id)}` }),
  readPoll(reply) {
    switch (reply.status) {
      case 'queued':
        return queued
      case 'running':
        return running()
      case 'succeeded':
        return made(
          at(reply, 'content', 'video_url'),
          defined({ tokens: countIn(at(reply, 'usage', 'completion_tokens')), ...shapeOf(reply) }),
        )
      case 'failed':
        return failed(at(reply, 'error', 'message'))
      case 'cancelled':
      case 'expired':
        return failed(`The upstream says that the task is ${reply.status}`)
      default:
        return undefined
    }
  },
}

function shapeOf({ duration, resolution }: JsonObject) {
  return { seconds: countIn(duration), resolution: typeof resolution === 'string' ? resolution.toLowerCase() : undefined }
}
