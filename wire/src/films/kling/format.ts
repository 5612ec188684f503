// Kling. Source: Kling AI, API reference, "Text to video", "Image to video" and "Multi-image to video", 2026. A film is asked for where it was submitted, so
// that its id begins with that place here. Data come without the beginning of a data URI.
import { defined } from '../../defined.ts'
import { type FilmFormat, noteLosses, vendorsOwn } from '../format.ts'
import { at, countIn, failed, idAt, made, queued, ratioIn, running } from '../readings.ts'
import type { FilmRequest } from '../request.ts'

const RATIOS = ['16:9', '9:16', '1:1'] as const
const HAS_SOUND = /^kling-v(2-6|[3-9])/

function kindOf({ firstFrame, lastFrame, references }: FilmRequest): string {
  if (references.length > 0) return 'multi-image2video'
  return firstFrame === undefined && lastFrame === undefined ? 'text2video' : 'image2video'
}

const bare = (address: string): string => address.replace(/^data:[^,]*,/, '')

export const kling: FilmFormat = {
  dialect: 'openai-chat',
  path: (request) => `/v1/videos/${kindOf(request)}`,

  writeRequest(request, model, losses) {
    const { prompt, firstFrame, lastFrame, references, seconds, resolution, negativePrompt, hasSound } = request
    const kind = kindOf(request)
    const canSound = HAS_SOUND.test(model) && kind !== 'multi-image2video'
    const can = {
      ...{ firstFrame: kind === 'image2video', lastFrame: kind === 'image2video', references: true },
      ...{ negativePrompt: true, sound: canSound, ratios: kind === 'image2video' ? [] : RATIOS },
    }
    noteLosses(request, can, losses)
    return {
      ...vendorsOwn(request, losses),
      ...{ model_name: model, duration: String(seconds), mode: resolution === '1080p' ? 'pro' : 'std' },
      ...defined({
        prompt: prompt === '' ? undefined : prompt,
        image: firstFrame === undefined ? undefined : bare(firstFrame),
        image_tail: lastFrame === undefined ? undefined : bare(lastFrame),
        image_list: references.length > 0 ? references.map((one) => ({ image: bare(one) })) : undefined,
        negative_prompt: negativePrompt,
        aspect_ratio: kind === 'image2video' ? undefined : ratioIn(request, RATIOS),
        sound: canSound && hasSound !== undefined ? (hasSound ? 'on' : 'off') : undefined,
      }),
    }
  },

  readId(reply, request) {
    const id = idAt(reply, 'data', 'task_id')
    return id === undefined || reply.code !== 0 ? undefined : `${kindOf(request)}/${id}`
  },
  poll: (id) => ({ method: 'GET', path: `/v1/videos/${id.split('/').map(encodeURIComponent).join('/')}` }),
  readPoll(reply) {
    const data = at(reply, 'data')
    switch (at(data, 'task_status')) {
      case 'submitted':
        return queued
      case 'processing':
        return running()
      case 'succeed': {
        const film = at(data, 'task_result', 'videos', 0)
        return made(at(film, 'url'), defined({ seconds: countIn(at(film, 'duration')) }))
      }
      case 'failed':
        return failed(at(data, 'task_status_msg'))
      default:
        return undefined
    }
  },
}
