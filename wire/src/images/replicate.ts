// Pictures by predictions of Replicate. Sources: Replicate's HTTP API, "Create a prediction using an official model", "Get a prediction", "Cancel a
// prediction", and "Sync mode" and "Prediction lifecycle" of its topics; the pages of its models; 2026.
import type { LossLog } from '../chat/losses/loss.ts'
import { mediaOfUrl } from '../chat/media/media-of-url.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import type { PictureTask } from '../tasks/picture-tasks.ts'
import { type ImageAbilities, vendorsOwn } from './abilities.ts'
import type { ImageFormat } from './format.ts'
import { inputsOf, type ReplicateInputs } from './replicate-models.ts'
import { readOwnReply } from './reply.ts'
import type { ImageRequest } from './request.ts'
import { classOf, nearestRatio, type Pixels, pixelsOf } from './shape.ts'

/** Predictions that are run for one call, at most. */
const MOST_PREDICTIONS = 10
/** A submission is answered after this long at the latest, whether its picture is made or not. The vendor keeps it open for 60 at most. */
const SUBMIT_WAIT_SECONDS = 5
/** The least that the vendor takes as the time of a prediction. */
const LEAST_SECONDS = 5

/** A call: so many predictions, each of which makes so many pictures. */
interface ReplicateWork {
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
      ...(isAtOnce && count > 1 ? { [inputs.outputsField ?? 'num_outputs']: count } : {}),
      ...pictureField(request, inputs),
      ...fields,
    }
    const { version } = namedModel(model)
    return {
      ...(version === undefined ? {} : { version }),
      ...({ input, predictions: isAtOnce ? 1 : count, outputs: isAtOnce ? count : 1 } satisfies ReplicateWork),
    }
  },

  tasks: {
    submissions(body) {
      const { version, input, predictions } = readWork(body)
      return Array.from({ length: predictions }, (_, at) => ({ ...(version !== undefined && { version }), input: inputAt(input, at) }))
    },
    // The wait is short, so that the prediction is soon known by its id. The vendor stops it by itself when nobody asks for it any more.
    headers: (workSeconds, waitSeconds) => ({
      prefer: `wait=${Math.max(1, Math.min(SUBMIT_WAIT_SECONDS, waitSeconds))}`,
      'cancel-after': `${Math.max(LEAST_SECONDS, workSeconds)}s`,
    }),
    picturesOfEach: (body) => readWork(body).outputs,
    read: readPrediction,
    pollPath: (id) => `/v1/predictions/${encodeURIComponent(id)}`,
    cancelPath: (id) => `/v1/predictions/${encodeURIComponent(id)}/cancel`,
  },

  readReply: readOwnReply,
}

/** A prediction, in any of its states. A submission that was waited for brings all pictures a little before the prediction is over. */
function readPrediction({ id, status, output, error }: JsonObject, most: number, isSubmission: boolean): PictureTask | undefined {
  if (typeof id !== 'string' || id === '') return undefined
  const pictures = addressesIn(output).slice(0, most).map(madePicture)
  if (status === 'succeeded' && pictures.length > 0) return { id, status: 'SUCCESS', pictures }
  if (status === 'processing' && isSubmission && pictures.length === most) return { id, status: 'SUCCESS', pictures }
  if (status === 'starting') return { id, status: 'QUEUED', pictures: [] }
  if (status === 'processing') return { id, status: 'IN_PROGRESS', pictures: [] }
  const words = typeof error === 'string' && error !== '' ? error : undefined
  const isEmpty = status === 'succeeded' ? 'The upstream’s prediction made no picture' : undefined
  const message =
    words ?? isEmpty ?? `The upstream’s prediction ended as ${typeof status === 'string' ? status : 'nothing that it documents'}`
  return { id, status: 'FAILURE', pictures: [], error: { message } }
}

/** The input of one of several predictions: the same seed would make the same picture. */
function inputAt(input: JsonObject, at: number): JsonObject {
  return typeof input.seed === 'number' && at > 0 ? { ...input, seed: input.seed + at } : input
}

/** The request as it is read again when it is submitted. */
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
function addressesIn(output: Json | undefined): string[] {
  if (typeof output === 'string') return /^(https?:\/\/|data:)/.test(output) ? [output] : []
  if (Array.isArray(output)) return output.flatMap((one) => addressesIn(one))
  return isObject(output) ? Object.values(output).flatMap((one) => addressesIn(one)) : []
}

function madePicture(address: string): JsonObject {
  const { source } = mediaOfUrl(address)
  return source.kind === 'base64' ? { b64_json: source.data } : { url: address }
}

/** The model's own fields of the request. */
function ownFields(request: ImageRequest, { pictures, formats }: ReplicateInputs, losses: LossLog): JsonObject {
  const abilities: ImageAbilities = {
    gives: 'addresses',
    mostMade: MOST_PREDICTIONS,
    ...(pictures ? { mostTaken: pictures.most } : {}),
    ...(fileType(request, formats) === undefined ? {} : { takesOutputFormat: true }),
  }
  const { sequential_image_generation: series, ...own } = vendorsOwn(request, abilities, losses)
  // It lets the model decide how many it makes.
  if (series !== undefined) losses.add('sequential_image_generation', 'not-expressible')
  return own
}

/** The type of the file under the name that the model has for it: most say `jpg`. */
function fileType({ outputFormat }: ImageRequest, formats: readonly string[]): string | undefined {
  const names = outputFormat === 'jpeg' ? ['jpg', 'jpeg'] : [outputFormat]
  return formats.find((format) => names.includes(format))
}

function formatField(request: ImageRequest, { formats }: ReplicateInputs): JsonObject {
  const type = fileType(request, formats)
  return type === undefined ? {} : { output_format: type }
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
