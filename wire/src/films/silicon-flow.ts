// Films at SiliconFlow. Source: https://docs.siliconflow.cn, "Create video generation request" and "Get video generation link", 2026.
import { defined } from '../defined.ts'
import { type FilmFormat, noteLosses, vendorsOwn } from './format.ts'
import { at, failed, idAt, made, queued, ratioIn, running } from './readings.ts'

const sizes: Readonly<Record<string, string>> = { '16:9': '1280x720', '9:16': '720x1280', '1:1': '960x960' }

export const siliconFlow: FilmFormat = {
  dialect: 'openai-chat',
  path: () => '/v1/video/submit',

  writeRequest(request, model, losses) {
    const { prompt, firstFrame, negativePrompt, seed } = request
    noteLosses(request, { firstFrame: model.includes('I2V'), negativePrompt: true, seed: true, ratios: Object.keys(sizes) }, losses)
    return {
      ...vendorsOwn(request, losses),
      ...{ model, prompt, image_size: sizes[ratioIn(request, Object.keys(sizes)) ?? '16:9'] ?? '1280x720' },
      ...defined({ image: firstFrame, negative_prompt: negativePrompt, seed }),
    }
  },

  readId: (reply) => idAt(reply, 'requestId'),
  poll: (requestId) => ({ method: 'POST', path: '/v1/video/status', body: { requestId } }),
  readPoll(reply) {
    switch (reply.status) {
      case 'InQueue':
        return queued
      case 'InProgress':
        return running()
      case 'Succeed':
        return made(at(reply, 'results', 'videos', 0, 'url'), {})
      case 'Failed':
        return failed(reply.reason)
      default:
        return undefined
    }
  },
}
