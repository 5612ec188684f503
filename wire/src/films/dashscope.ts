// Wan at DashScope. Source: https://help.aliyun.com/zh/model-studio, "Wan text to video", "Wan image to video" and "Manage asynchronous tasks", 2026.
// Models before 2.7 take a size for texts, and a resolution for pictures; later ones a resolution and a ratio.
import { defined } from '../defined.ts'
import type { JsonObject } from '../encoding/json.ts'
import { type FilmFormat, noteLosses, type SizedFilm, vendorsOwn } from './format.ts'
import { at, countIn, failed, idAt, made, queued, ratioIn, running } from './readings.ts'

const RATIOS = ['16:9', '9:16', '1:1', '4:3', '3:4'] as const
/** Of the sizes of older models. */
const OLDER_RATIOS = ['16:9', '9:16', '1:1']
const IS_OLDER = /^wanx?2\.[1-6]/

/** By resolution: the sizes of older models, widest first. */
const sizes: Readonly<Record<string, readonly [wide: string, high: string, square: string]>> = {
  '480p': ['832*480', '480*832', '624*624'],
  '720p': ['1280*720', '720*1280', '960*960'],
  '1080p': ['1920*1080', '1080*1920', '1440*1440'],
}

export const dashScope: FilmFormat = {
  dialect: 'openai-chat',
  headers: { 'x-dashscope-async': 'enable' },
  path: () => '/api/v1/services/aigc/video-generation/video-synthesis',

  writeRequest(request, model, losses) {
    const { prompt, negativePrompt, seconds, hasSound, seed, watermark } = request
    const isOlder = IS_OLDER.test(model)
    const isByPicture = /i2v|kf2v/.test(model) || request.firstFrame !== undefined
    noteLosses(
      request,
      {
        ...{
          firstFrame: !model.includes('t2v'),
          lastFrame: !isOlder || model.includes('kf2v'),
          references: isOlder && model.includes('r2v'),
        },
        ...{ negativePrompt: true, seed: true, sound: true, watermark: true, ratios: isByPicture ? [] : isOlder ? OLDER_RATIOS : RATIOS },
      },
      losses,
    )
    const input = defined({ prompt: prompt === '' ? undefined : prompt, negative_prompt: negativePrompt })
    return {
      model,
      input: { ...input, ...picturesOf(request, model) },
      parameters: {
        ...vendorsOwn(request, losses),
        ...shapeOf(request, isOlder, isByPicture),
        ...{ duration: seconds },
        ...defined({ seed, watermark, audio: hasSound }),
      },
    }
  },

  readId: (reply) => idAt(reply, 'output', 'task_id'),
  poll: (id) => ({ method: 'GET', path: `/api/v1/tasks/${encodeURIComponent(id)}` }),
  readPoll(reply) {
    const output = at(reply, 'output')
    switch (at(output, 'task_status')) {
      case 'PENDING':
        return queued
      case 'RUNNING':
        return running()
      case 'SUCCEEDED':
        return made(at(output, 'video_url'), reportOf(at(reply, 'usage')))
      case 'FAILED':
        return failed(at(output, 'message'), at(output, 'code'))
      case 'CANCELED':
        return failed('The upstream says that the task is cancelled')
      default:
        return undefined
    }
  },
}

function picturesOf({ firstFrame, lastFrame, references }: SizedFilm, model: string): JsonObject {
  if (!IS_OLDER.test(model)) {
    const media = [
      ...(firstFrame === undefined ? [] : [{ type: 'first_frame', url: firstFrame }]),
      ...(lastFrame === undefined ? [] : [{ type: 'last_frame', url: lastFrame }]),
    ]
    return media.length === 0 ? {} : { media }
  }
  if (model.includes('kf2v')) return defined({ first_frame_url: firstFrame, last_frame_url: lastFrame })
  return defined({ img_url: firstFrame, reference_urls: references.length > 0 ? [...references] : undefined })
}

function shapeOf(request: SizedFilm, isOlder: boolean, isByPicture: boolean): JsonObject {
  const { resolution } = request
  const ratio = ratioIn(request, RATIOS)
  if (!isOlder) return { resolution: resolution.toUpperCase(), ...defined({ ratio: isByPicture ? undefined : ratio }) }
  if (isByPicture) return { resolution: resolution.toUpperCase() }
  const [wide, high, square] = sizes[resolution] ?? sizes['720p'] ?? []
  const size = ratio === '9:16' || ratio === '3:4' ? high : ratio === '1:1' ? square : wide
  return size === undefined ? {} : { size }
}

function reportOf(usage: ReturnType<typeof at>) {
  const side = countIn(at(usage, 'SR'))
  return defined({
    seconds: countIn(at(usage, 'output_video_duration')) ?? countIn(at(usage, 'duration')),
    resolution: side === undefined ? undefined : `${side}p`,
  })
}
