// Pictures by predictions of Replicate. What is written here is read by the vendor's code, which starts the predictions: the input of each, and
// how many there are. Sources: Replicate's HTTP API, "Create a prediction using an official model"; the pages of its models; 2026.
import type { LossLog } from '../chat/losses/loss.ts'
import { mediaOfUrl } from '../chat/media/media-of-url.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { type ImageAbilities, vendorsOwn } from './abilities.ts'
import type { ImageFormat, MadeImage } from './format.ts'
import { inputsOf, type ReplicateInputs } from './replicate-models.ts'
import type { ImageRequest } from './request.ts'
import { classOf, nearestRatio, type Pixels, pixelsOf } from './shape.ts'

/** Predictions that are run for one call, at most. */
const MOST_PREDICTIONS = 10

/** A call as the vendor's code runs it: so many predictions, each of which makes so many pictures. */
export interface ReplicateWork {
  /** Absent: the model's own. */
  readonly version?: string
  readonly input: JsonObject
  readonly predictions: number
  readonly outputs: number
}

export const replicate: ImageFormat = {
  dialect: 'openai-chat',
  works: ['images', 'image-edits'],

  writeRequest(request, model, losses): JsonObject {
    const inputs = inputsOf(model)
    const { prompt, count } = request
    const fields = ownFields(request, inputs, losses)
    const isAtOnce = count <= inputs.mostOutputs
    const input = {
      prompt,
      ...shapeFields(request, inputs),
      ...formatField(request, inputs),
      ...(isAtOnce && count > 1 ? { num_outputs: count } : {}),
      ...pictureField(request, inputs),
      ...fields,
    }
    const { version } = namedModel(model)
    return {
      ...(version === undefined ? {} : { version }),
      ...({ input, predictions: isAtOnce ? 1 : count, outputs: isAtOnce ? count : 1 } satisfies ReplicateWork),
    }
  },

  readReply(reply) {
    const images = isObject(reply) ? addressesIn(reply.output).map(madeImage) : []
    return images.length > 0 ? { images } : undefined
  },
}

/** The request as the vendor's code reads it again. */
export function readWork({ version, input, predictions, outputs }: JsonObject): ReplicateWork {
  const countOf = (value: Json | undefined) => (typeof value === 'number' ? value : 1)
  return {
    ...(typeof version === 'string' ? { version } : {}),
    ...{ input: isObject(input) ? input : {}, predictions: countOf(predictions), outputs: countOf(outputs) },
  }
}

/** `owner/name`, `owner/name:version`, or a version alone, which all else counts as. */
export function namedModel(model: string): { readonly owner?: string; readonly name?: string; readonly version?: string } {
  const [, owner, name, version] = /^([\w-][\w.-]*)\/([\w-][\w.-]*)(?::(.+))?$/.exec(model) ?? []
  if (owner === undefined || name === undefined) return { version: model }
  return { owner, name, ...(version === undefined ? {} : { version }) }
}

/** The addresses of pictures in a prediction's output, which is one, a list of them, or an object with one. */
export function addressesIn(output: Json | undefined): string[] {
  if (typeof output === 'string') return /^(https?:\/\/|data:)/.test(output) ? [output] : []
  if (Array.isArray(output)) return output.flatMap((one) => addressesIn(one))
  return isObject(output) ? Object.values(output).flatMap((one) => addressesIn(one)) : []
}

function madeImage(address: string): MadeImage {
  const { source, mediaType } = mediaOfUrl(address)
  if (source.kind !== 'base64') return { url: address }
  return { base64: source.data, ...(mediaType === undefined ? {} : { mediaType }) }
}

/** The model's own fields of the request. */
function ownFields(request: ImageRequest, { pictures, formats }: ReplicateInputs, losses: LossLog): JsonObject {
  const abilities: ImageAbilities = {
    gives: 'addresses',
    mostMade: MOST_PREDICTIONS,
    ...(pictures ? { mostTaken: pictures.most } : {}),
    ...(formats.includes(fileType(request) ?? '') ? { takesOutputFormat: true } : {}),
  }
  const { sequential_image_generation: series, ...own } = vendorsOwn(request, abilities, losses)
  // It lets the model decide how many it makes.
  if (series !== undefined) losses.add('sequential_image_generation', 'not-expressible')
  return own
}

/** The type of the file under the name that it has here. */
const fileType = ({ outputFormat }: ImageRequest): string | undefined => (outputFormat === 'jpeg' ? 'jpg' : outputFormat)

function formatField(request: ImageRequest, { formats }: ReplicateInputs): JsonObject {
  const type = fileType(request)
  return type !== undefined && formats.includes(type) ? { output_format: type } : {}
}

function shapeFields({ size }: ImageRequest, { ratios, sides, scale }: ReplicateInputs): JsonObject {
  const pixels = pixelsOf(size)
  const kind = classOf(size)
  const scaled = scale && kind && scale.classes.includes(kind) ? { [scale.field]: kind } : {}
  if (!pixels) return scaled
  if (sides && isWithin(pixels, sides))
    return { ...(ratios.length > 0 ? { aspect_ratio: 'custom' } : {}), width: pixels.width, height: pixels.height }
  const ratio = nearestRatio(pixels, ratios)
  return { ...(ratio === undefined ? {} : { aspect_ratio: ratio }), ...scaled }
}

const isWithin = ({ width, height }: Pixels, [least, most]: readonly [number, number]): boolean =>
  Math.min(width, height) >= least && Math.max(width, height) <= most

function pictureField({ pictures }: ImageRequest, inputs: ReplicateInputs): JsonObject {
  const [first] = pictures
  if (first === undefined || !inputs.pictures) return {}
  const { field, isList } = inputs.pictures
  return { [field]: isList ? [...pictures] : first }
}
