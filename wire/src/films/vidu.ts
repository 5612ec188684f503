// Vidu. Source: https://platform.vidu.com/docs, "Text to video", "Image to video", "Start end to video", "Reference to video", "Query creations", 2026.
import { defined } from '../defined.ts'
import { type FilmFormat, noteLosses, vendorsOwn } from './format.ts'
import { at, failed, idAt, made, queued, ratioIn, running } from './readings.ts'
import type { FilmRequest } from './request.ts'

const RATIOS = ['16:9', '9:16', '1:1'] as const
const MORE_RATIOS = [...RATIOS, '4:3', '3:4'] as const

function kindOf({ firstFrame, lastFrame, references }: FilmRequest): string {
  if (references.length > 0) return 'reference2video'
  if (firstFrame === undefined) return 'text2video'
  return lastFrame === undefined ? 'img2video' : 'start-end2video'
}

export const vidu: FilmFormat = {
  dialect: 'openai-chat',
  path: (request) => `/ent/v2/${kindOf(request)}`,

  writeRequest(request, model, losses) {
    const { prompt, firstFrame, lastFrame, references, seconds, resolution, hasSound, seed, watermark } = request
    const kind = kindOf(request)
    const hasRatio = kind === 'text2video' || kind === 'reference2video'
    const canSound = kind === 'img2video' || kind === 'reference2video'
    const ratios = hasRatio ? (model.startsWith('viduq2') ? MORE_RATIOS : RATIOS) : []
    const can = {
      ...{ firstFrame: kind !== 'reference2video', lastFrame: kind === 'start-end2video', references: true },
      ...{ seed: true, sound: canSound, watermark: true, ratios },
    }
    noteLosses(request, can, losses)
    const images = [firstFrame, lastFrame, ...references].filter((one) => one !== undefined)
    return {
      ...vendorsOwn(request, losses),
      ...{ model, duration: seconds, resolution },
      ...defined({
        prompt: prompt === '' ? undefined : prompt,
        images: images.length > 0 ? images : undefined,
        audio: canSound ? hasSound : undefined,
        aspect_ratio: ratioIn(request, ratios),
        ...{ seed, watermark },
      }),
    }
  },

  readId: (reply) => idAt(reply, 'task_id'),
  poll: (id) => ({ method: 'GET', path: `/ent/v2/tasks/${encodeURIComponent(id)}/creations` }),
  readPoll(reply) {
    switch (reply.state) {
      case 'created':
      case 'queueing':
        return queued
      case 'processing':
        return running()
      case 'success':
        return made(at(reply, 'creations', 0, 'url'), {}, at(reply, 'creations', 0, 'cover_url'))
      case 'failed':
        return failed(reply.err_code)
      default:
        return undefined
    }
  },
}
