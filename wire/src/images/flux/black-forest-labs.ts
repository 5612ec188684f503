// Pictures of Black Forest Labs. All are tasks: a submission is answered with an id and the address where it is asked for. Sources:
// https://api.bfl.ai/openapi.json and https://docs.bfl.ai, "API reference", "Integration guidelines" and "Errors", November 2026.
import type { LossLog } from '../../chat/losses/loss.ts'
import { mediaOfUrl } from '../../chat/media/media-of-url.ts'
import { defined } from '../../defined.ts'
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import type { PictureTask } from '../../tasks/picture-tasks.ts'
import { vendorsOwn } from '../abilities.ts'
import type { ImageFormat } from '../format.ts'
import { readOwnReply } from '../reply.ts'
import type { ImageRequest } from '../request.ts'
import { classOf, nearestRatio, nearestSides, type Pixels, pixelsOf, type SideLimits } from '../shape.ts'
import { type FluxInputs, inputsOfFlux } from './flux-models.ts'

/** Its own fields that are taken off: whoever named them would have the vendor report to another address than ours. */
const HOOKS = ['webhook_url', 'webhook_secret']
/** Its own fields for what `size` says, which is what is paid for. */
const SIDES = ['width', 'height']

export const blackForestLabs: ImageFormat = {
  dialect: 'openai-chat',
  works: ['images', 'image-edits'],

  writeRequest(request, model, losses) {
    const inputs = inputsOfFlux(model)
    const { prompt, count, outputFormat } = request
    const own = ownFields(request, inputs, losses)
    return {
      prompt,
      ...(inputs.sides ? sideFields(request, inputs.sides, losses) : ratioFields(request, inputs)),
      ...(outputFormat !== undefined && inputs.outputFormats.includes(outputFormat) ? { output_format: outputFormat } : {}),
      ...pictureFields(request, inputs),
      ...own,
      // For `submissions`, which takes it off: a task is one picture.
      ...(count > 1 ? { n: count } : {}),
    }
  },

  tasks: {
    keyHeader: 'x-key',
    submissions({ n, ...body }) {
      const seed = typeof body.seed === 'number' ? body.seed : undefined
      // The same seed would make the same picture.
      return Array.from({ length: typeof n === 'number' ? n : 1 }, (_, at) => (seed === undefined ? body : { ...body, seed: seed + at }))
    },
    picturesOfEach: () => 1,
    read: readTask,
    pollPath: (id) => `/v1/get_result?id=${encodeURIComponent(id)}`,
  },

  readReply: readOwnReply,
}

/** The model's own fields of the request. */
function ownFields(request: ImageRequest, inputs: FluxInputs, losses: LossLog): JsonObject {
  const { mostTaken, mostTasks, outputFormats, sides } = inputs
  const takesOutputFormat = outputFormats.includes(request.outputFormat ?? '')
  const abilities = { gives: 'addresses', mostMade: mostTasks, mostTaken, ...(takesOutputFormat ? { takesOutputFormat } : {}) } as const
  const own = { ...vendorsOwn(request, abilities, losses) }
  for (const field of sides ? [...HOOKS, ...SIDES] : HOOKS) {
    if (own[field] === undefined) continue
    losses.add(field, 'not-expressible')
    delete own[field]
  }
  return own
}

/** The sides that are the nearest to those requested; a size in other words cannot be said in them. */
function sideFields({ size }: ImageRequest, sides: SideLimits, losses: LossLog): Partial<Pixels> {
  if (size === undefined || size === 'auto') return {}
  const pixels = pixelsOf(size)
  const nearest = pixels && nearestSides(pixels, sides)
  if (nearest?.width !== pixels?.width || nearest?.height !== pixels?.height || !pixels) losses.add('size', 'not-expressible')
  return nearest ?? {}
}

function ratioFields({ size }: ImageRequest, { ratios, takesResolution }: FluxInputs): JsonObject {
  const pixels = pixelsOf(size)
  const kind = takesResolution ? classOf(size)?.toLowerCase() : undefined
  return defined({ aspect_ratio: pixels && nearestRatio(pixels, ratios), resolution: kind })
}

/** Pictures to change: addresses as they are, data without its head. */
function pictureFields({ pictures }: ImageRequest, { mostTaken, takesList }: FluxInputs): JsonObject {
  const taken = pictures.slice(0, mostTaken).map(plainPicture)
  if (taken.length === 0) return {}
  if (takesList) return { images: taken }
  return Object.fromEntries(taken.map((picture, index) => [index === 0 ? 'input_image' : `input_image_${index + 1}`, picture]))
}

function plainPicture(picture: string): string {
  const { source } = mediaOfUrl(picture)
  return source.kind === 'base64' ? source.data : picture
}

/**
 * A submission, or a task in any of its states. One that is not found may have been asked for too soon, or where another region does not know it yet;
 * a state that is not documented may be one on the way to an end. Both are asked for again.
 */
function readTask(reply: JsonObject, most: number, isSubmission: boolean): PictureTask | undefined {
  const id = typeof reply.id === 'string' ? reply.id : ''
  const { status, result, polling_url: place } = reply
  if (isSubmission && id === '') return undefined
  const pollUrl = typeof place === 'string' ? { pollUrl: place } : {}
  switch (status ?? (isSubmission ? 'Pending' : undefined)) {
    case 'Pending':
      return { id, status: 'QUEUED', pictures: [], ...pollUrl }
    case 'Reasoning':
    case 'Generating':
      return { id, status: 'IN_PROGRESS', pictures: [], ...pollUrl }
    case 'Ready': {
      const pictures = madePicture(isObject(result) ? result.sample : undefined).slice(0, most)
      return pictures.length > 0 ? { id, status: 'SUCCESS', pictures } : failed(id, 'The upstream’s task made no picture')
    }
    case 'Request Moderated':
      return failed(id, `The upstream rejected the request for its content${reasonsIn(reply)}`, status)
    case 'Content Moderated':
      return failed(id, `The upstream made a picture and kept it back for its content${reasonsIn(reply)}`, status)
    case 'Error':
    case 'Failed':
      return failed(id, `The upstream could not make the picture${reasonsIn(reply)}`, status)
    default:
      return undefined
  }
}

function madePicture(sample: Json | undefined): JsonObject[] {
  if (typeof sample !== 'string' || !/^(https?:\/\/|data:)/.test(sample)) return []
  const { source } = mediaOfUrl(sample)
  return [source.kind === 'base64' ? { b64_json: source.data } : { url: sample }]
}

function failed(id: string, message: string, code?: Json): PictureTask {
  return { id, status: 'FAILURE', pictures: [], error: defined({ message, code: typeof code === 'string' ? code : undefined }) }
}

/** What a task says of its end, after a colon: its `error`, or its details, which are texts and lists of texts under any name. */
function reasonsIn({ details, error }: JsonObject): string {
  const texts = [error, ...(isObject(details) ? Object.values(details).flat() : [])]
  const reasons = texts.filter((text) => typeof text === 'string' && text !== '')
  return reasons.length === 0 ? '' : `: ${reasons.join(', ')}`
}
