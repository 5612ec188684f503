// Veo at the Gemini API and at Vertex AI. Sources: https://ai.google.dev/gemini-api/docs/video; Google Cloud, "Veo on Vertex AI video generation API";
// the mappings of Google's library; all as of 2026. The Gemini API gives a film to its key only. At Vertex AI it stands in the answer that tells of it,
// or in a bucket. A picture must come as data.
import type { LossLog } from '../chat/losses/loss.ts'
import { defined } from '../defined.ts'
import type { Json, JsonObject } from '../encoding/json.ts'
import { type FilmAbilities, type FilmFormat, type FilmReading, noteLosses, type SizedFilm, vendorsOwn } from './format.ts'
import { at, failed, idAt, made, ratioIn, running } from './readings.ts'

const RATIOS = ['16:9', '9:16'] as const
const OPERATION = /^models\/[\w.-]+\/operations\/[\w-]+$/

export const veo: FilmFormat = {
  dialect: 'gemini-generate',
  path: (_request, model) => `/v1beta/models/${encodeURIComponent(model)}:predictLongRunning`,

  writeRequest(request, model, losses) {
    noteLosses(request, abilitiesFor(request, model), losses)
    return written(request, model, losses)
  },

  readId(reply) {
    const name = idAt(reply, 'name')
    return name !== undefined && OPERATION.test(name) ? name : undefined
  },
  poll: (id) => ({ method: 'GET', path: `/v1beta/${id}` }),
  readPoll: (reply) =>
    ended(reply, (response) => {
      const answer = at(response, 'generateVideoResponse')
      const url = at(answer, 'generatedSamples', 0, 'video', 'uri')
      const reason = at(answer, 'raiMediaFilteredReasons', 0)
      return url === undefined && reason !== undefined ? failed(reason) : made(url, {})
    }),
}

/** Where the operation is and its model, and its number there. */
const VERTEX_OPERATION = /^(projects\/[\w.:-]+\/locations\/[a-z0-9-]+\/publishers\/google\/models\/[\w.@-]+)\/operations\/[\w-]+$/

export const veoAtVertex: FilmFormat = {
  dialect: 'gemini-generate',
  // Below the project and the region, which are the channel's.
  path: (_request, model) => `/publishers/google/models/${encodeURIComponent(model)}:predictLongRunning`,

  writeRequest(request, model, losses, { bucket }) {
    noteLosses(request, { ...abilitiesFor(request, model), sound: !isSecond(model) }, losses)
    const body = written(request, model, losses)
    // One film: how many come without the field is not documented.
    const parameters = {
      ...{ ...body.parameters, sampleCount: 1 },
      ...defined({ generateAudio: isSecond(model) ? undefined : (request.hasSound ?? true), storageUri: bucket }),
    }
    return { ...body, parameters }
  },

  readId(reply) {
    const name = idAt(reply, 'name')
    return name !== undefined && VERTEX_OPERATION.test(name) ? name : undefined
  },
  poll(id) {
    const [, model = ''] = VERTEX_OPERATION.exec(id) ?? []
    return { method: 'POST', path: `/v1/${model}:fetchPredictOperation`, body: { operationName: id }, holdsFilm: true }
  },
  readPoll: (reply) =>
    ended(reply, (response) => {
      const film = at(response, 'videos', 0)
      const bucketUri = at(film, 'gcsUri')
      if (typeof bucketUri === 'string' && bucketUri.startsWith('gs://')) return { status: 'SUCCESS', result: { bucketUri }, film: {} }
      const bytes = at(film, 'bytesBase64Encoded')
      if (typeof bytes === 'string' && bytes !== '') return { status: 'SUCCESS', result: {}, film: {} }
      return failed(at(response, 'raiMediaFilteredReasons', 0), 'The upstream named no film')
    }),
}

/** The second generation has one resolution and no sound. */
const isSecond = (model: string) => model.startsWith('veo-2')

/** Models without films that end with a picture, and without pictures of what shall be in a film. */
const WITHOUT_LAST = /^veo-3\.0-(fast-)?generate-(001|preview)/
const WITHOUT_REFERENCES = /^veo-(2\.0-generate-(001|preview)|3\.0|3\.1-lite)/
const MAX_REFERENCES = 3

/** A last picture needs a first one; pictures of what shall be in a film go with neither. */
const abilitiesFor = ({ firstFrame, lastFrame, references }: SizedFilm, model: string): FilmAbilities => ({
  ...{ firstFrame: true, lastFrame: firstFrame !== undefined && !WITHOUT_LAST.test(model) },
  references: (firstFrame ?? lastFrame) === undefined && references.length <= MAX_REFERENCES && !WITHOUT_REFERENCES.test(model),
  ...{ negativePrompt: true, seed: true, ratios: RATIOS },
})

/** The lengths that a film can have; undefined: not known of this model. Vertex AI takes others, and fails later. */
function lengthsOf({ references }: SizedFilm, model: string): readonly number[] | undefined {
  if (references.length > 0) return [8]
  if (isSecond(model)) return [5, 6, 7, 8]
  return model.startsWith('veo-3') ? [4, 6, 8] : undefined
}

function written(
  request: SizedFilm,
  model: string,
  losses: LossLog,
): { readonly instances: JsonObject[]; readonly parameters: JsonObject } {
  const { prompt, firstFrame, lastFrame, references, seconds, resolution, negativePrompt, seed } = request
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
  if (lengthsOf(request, model)?.includes(seconds) === false) losses.add('seconds', 'needed')
  const named = isSecond(model) ? undefined : resolution
  const parameters = defined({ aspectRatio: ratioIn(request, RATIOS), resolution: named, negativePrompt, seed })
  return { instances: [instance], parameters: { ...vendorsOwn(request, losses), durationSeconds: seconds, ...parameters } }
}

/** What an operation says. @param read what its response says, once there is one */
function ended(reply: JsonObject, read: (response: Json | undefined) => FilmReading): FilmReading | undefined {
  if (typeof reply.name !== 'string') return undefined
  if (reply.done !== true) return running()
  return reply.error === undefined ? read(reply.response) : failed(at(reply, 'error', 'message'))
}
