// CogVideoX and Vidu at Zhipu. Source: https://docs.bigmodel.cn, "Video generation (asynchronous)" and "Query asynchronous result", 2026.
import { defined } from '../defined.ts'
import { type FilmFormat, noteLosses, type SizedFilm, vendorsOwn } from './format.ts'
import { at, failed, idAt, made, ratioIn, running } from './readings.ts'

const sizes: Readonly<Record<string, readonly [wide: string, high: string]>> = {
  '720p': ['1280x720', '720x1280'],
  '1080p': ['1920x1080', '1080x1920'],
  '4k': ['3840x2160', '3840x2160'],
}

const RATIOS = ['16:9', '9:16', '1:1']

export const zhipu: FilmFormat = {
  dialect: 'openai-chat',
  path: () => '/api/paas/v4/videos/generations',

  writeRequest(request, model, losses) {
    const { prompt, firstFrame, lastFrame, references, seconds, hasSound, watermark } = request
    const isVidu = model.startsWith('vidu')
    const hasRatio = model === 'viduq1-text' || model === 'vidu2-reference'
    noteLosses(
      request,
      {
        firstFrame: true,
        lastFrame: true,
        references: model === 'vidu2-reference',
        sound: true,
        watermark: true,
        ratios: hasRatio || !isVidu ? RATIOS : [],
      },
      losses,
    )
    const pictures = [...(firstFrame === undefined ? [] : [firstFrame]), ...(lastFrame === undefined ? [] : [lastFrame]), ...references]
    const takesList = pictures.length > 1 || /start-end|reference/.test(model)
    return {
      ...vendorsOwn(request, losses),
      ...{ model, duration: seconds },
      ...defined({
        prompt: prompt === '' ? undefined : prompt,
        image_url: pictures.length === 0 ? undefined : takesList ? pictures : pictures[0],
        with_audio: hasSound,
        watermark_enabled: watermark,
        size: sizeOf(request, isVidu),
        aspect_ratio: hasRatio ? ratioIn(request, RATIOS) : undefined,
      }),
    }
  },

  readId: (reply) => (reply.task_status === 'FAIL' ? undefined : idAt(reply, 'id')),
  poll: (id) => ({ method: 'GET', path: `/api/paas/v4/async-result/${encodeURIComponent(id)}` }),
  readPoll(reply) {
    switch (reply.task_status) {
      case 'PROCESSING':
        return running()
      case 'SUCCESS':
        return made(at(reply, 'video_result', 0, 'url'), {}, at(reply, 'video_result', 0, 'cover_image_url'))
      case 'FAIL':
        return failed(at(reply, 'error', 'message'))
      default:
        return undefined
    }
  },
}

/** Vidu's models have one size each. */
function sizeOf(request: SizedFilm, isVidu: boolean): string | undefined {
  if (isVidu) return undefined
  const [wide, high] = sizes[request.resolution] ?? sizes['1080p'] ?? []
  const ratio = ratioIn(request, RATIOS)
  return ratio === '1:1' ? '1024x1024' : ratio === '9:16' ? high : wide
}
