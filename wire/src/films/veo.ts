// Veo at the Gemini API. Source: https://ai.google.dev/gemini-api/docs/video, 2026, and the mappings of Google's library. A film is given to the
// key only. A picture must come as data.
import { defined } from '../defined.ts'
import type { JsonObject } from '../encoding/json.ts'
import { type FilmFormat, noteLosses, vendorsOwn } from './format.ts'
import { at, failed, idAt, made, ratioIn, running } from './readings.ts'

const RATIOS = ['16:9', '9:16'] as const
const OPERATION = /^models\/[\w.-]+\/operations\/[\w-]+$/

export const veo: FilmFormat = {
  dialect: 'gemini-generate',
  path: (_request, model) => `/v1beta/models/${encodeURIComponent(model)}:predictLongRunning`,

  writeRequest(request, model, losses) {
    const { prompt, firstFrame, lastFrame, references, seconds, resolution, negativePrompt, seed } = request
    noteLosses(request, { firstFrame: true, lastFrame: true, references: true, negativePrompt: true, seed: true, ratio: true }, losses)
    const picture = (address: string, field: string): JsonObject => {
      const [, mimeType = '', data = ''] = /^data:([\w/+.-]+);base64,(.*)$/s.exec(address) ?? []
      if (data === '') losses.add(field, 'needed')
      return { bytesBase64Encoded: data, mimeType }
    }
    const instance: JsonObject = {
      ...(prompt === '' ? {} : { prompt }),
      ...(firstFrame === undefined ? {} : { image: picture(firstFrame, 'image') }),
      ...(lastFrame === undefined ? {} : { lastFrame: picture(lastFrame, 'last_frame') }),
      ...(references.length === 0
        ? {}
        : { referenceImages: references.map((one) => ({ image: picture(one, 'reference_images'), referenceType: 'asset' })) }),
    }
    const named = model.startsWith('veo-2') ? undefined : resolution
    const parameters = defined({ aspectRatio: ratioIn(request, RATIOS), resolution: named, negativePrompt, seed })
    return { instances: [instance], parameters: { ...vendorsOwn(request, losses), durationSeconds: seconds, ...parameters } }
  },

  readId(reply) {
    const name = idAt(reply, 'name')
    return name !== undefined && OPERATION.test(name) ? name : undefined
  },
  poll: (id) => ({ method: 'GET', path: `/v1beta/${id}` }),
  readPoll(reply) {
    if (typeof reply.name !== 'string') return undefined
    if (reply.done !== true) return running()
    if (reply.error !== undefined) return failed(at(reply, 'error', 'message'))
    const response = at(reply, 'response', 'generateVideoResponse')
    const url = at(response, 'generatedSamples', 0, 'video', 'uri')
    const reason = at(response, 'raiMediaFilteredReasons', 0)
    return url === undefined && reason !== undefined ? failed(reason) : made(url, {})
  },
}
