import { traitsOf } from '@waystation/contract/models/traits'
import { mediaOfUrl } from '@waystation/wire/chat/media/media-of-url'
import { type Json, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import { utf8Bytes } from '@waystation/wire/encoding/text-bytes'
import type { ImageReply, MadeImage } from '@waystation/wire/images/format'
import { imageFormat } from '@waystation/wire/images/formats'
import { printReply, readOwnReply, replyFrames } from '@waystation/wire/images/reply'
import { type ImageRequest, type ImageWork, readImages } from '@waystation/wire/images/request'
import { WireError } from '@waystation/wire/wire-error'
import type { ExpectedSize } from '../../../domain/pricing/hold-policy.ts'
import { measuredImages } from '../../../domain/pricing/image-price.ts'
import type { Medium } from '../../../domain/pricing/media-tokens.ts'
import type { FormFile } from '../../../lib/bodies/multipart.ts'
import type { UpstreamFormat } from '../../attempt.ts'
import type { Form } from '../../form.ts'
import type { WholeReply } from '../../reply.ts'
import type { FormOperation, SoldModel, TranslatedOperation } from '../../types.ts'
import { garbageFailure } from '../../upstream/failures.ts'
import { ImageListener } from './image-listener.ts'

type Steps = Pick<TranslatedOperation, 'formatFor' | 'replyListener' | 'promptTexts' | 'wantedAsData'>

/** The steps that requests of JSON and forms have alike. */
function imageSteps(work: ImageWork, isForm: boolean): Steps {
  return {
    formatFor({ operations, formats }, spoken) {
      if (!operations.includes(work)) return undefined
      const format = imageFormat(formats[work])
      if (format === undefined) return { operation: work, dialect: 'openai-chat' }
      const isTaken = format.works.includes(work) && spoken.includes(format.dialect)
      const { dialect, keepsReply } = format
      return isTaken ? { operation: work, dialect, format: formats[work], ...(keepsReply ? { keepsReply } : {}) } : undefined
    },
    replyListener: ({ format }, { stream }, call) =>
      new ImageListener(call, readImages(call.body, work, isForm).count, { format, isStream: stream }),
    promptTexts: ({ body }) => [readImages(body, work, isForm).prompt],
    wantedAsData({ body }, reply, format) {
      if (readImages(body, work, isForm).responseFormat !== 'b64_json') return []
      return replyOf(reply, format).images.flatMap(({ base64, url }) => (base64 === undefined && url !== undefined ? [url] : []))
    },
  }
}

/** Pictures, requested by JSON: requests and replies go on as they are to vendors of OpenAI's shape, which most have. */
function imageOperation(work: ImageWork): TranslatedOperation {
  const requestOf = (body: JsonObject) => readImages(body, work)
  return {
    kind: 'translated',
    name: work,
    ...imageSteps(work, false),

    read(body) {
      const request = requestOf(body)
      if (work !== 'images' && request.pictures.length === 0) throw new WireError('images', 'at least one picture')
      const { model, isStream } = request
      return { model, isStream, wantsUsageFrame: false, size: sizeOf(request, picturesIn(request), usualSale(model)) }
    },

    sizeFor: (price, size, body) => ({ ...size, measured: measuredImages(requestOf(body), price) }),
    own: { isSpoken: ({ format }) => format === undefined, withModel: (body, model) => ({ ...body, model }) },

    translateBody: (body, { upstreamModel, format }, losses) =>
      imageFormat(format)?.writeRequest(requestOf(body), upstreamModel, losses) ?? { ...body, model: upstreamModel },

    buildReply(_call, whole, format) {
      const billed = whole.events.find((event) => event.kind === 'usage-known')?.usage
      const reply = replyOf(whole, format)
      return printReply(reply, nowSeconds(), billed ?? reply.usage)
    },
    streamReply: (call, whole, format) => replyFrames(work, replyOf(whole, format), requestOf(call.body), nowSeconds()),
  }
}

/** Pictures that are changed, in a form with them. */
function imageFormOperation(work: 'image-edits' | 'image-variations'): FormOperation {
  const requestOf = (fields: JsonObject) => readImages(fields, work, true)
  return {
    kind: 'form',
    name: work,
    ...imageSteps(work, true),

    read(fields) {
      const request = requestOf(fields)
      const { model, isStream } = request
      return { model, isStream, wantsUsageFrame: false, size: sizeOf(request, [], usualSale(model)) }
    },

    // How many are made stands in the texts; what is changed is in the files.
    async measure(form, model) {
      const files = form.filter((part): part is FormFile => 'bytes' in part && /^image(\[\d*\])?$/.test(part.name))
      if (files.every(({ bytes }) => bytes.length === 0)) throw new WireError('image', 'a picture')
      const fields = Object.fromEntries(form.flatMap((part) => ('text' in part ? [[part.name, part.text]] : [])))
      const fidelity = fidelityOf(requestOf({ ...fields, model }))
      const media = files.map(
        ({ bytes, type }): Medium => ({ kind: 'image', data: bytes.toString('base64', 0, HEAD_BYTES), mediaType: type, ...fidelity }),
      )
      return { media }
    },

    sizeFor: (price, size, fields) => ({ ...size, measured: measuredImages(requestOf(fields), price) }),
    translateForm: (form) => form,
    bodyOfForm: (form, { upstreamModel, format }, losses) =>
      imageFormat(format)?.writeRequest(readImages(asJson(form), work), upstreamModel, losses),
    printReply(_call, whole, format) {
      const reply = replyOf(whole, format)
      return { contentType: 'application/json; charset=utf-8', text: JSON.stringify(printReply(reply, nowSeconds(), reply.usage)) }
    },
    streamReply: (call, whole, format) => replyFrames(work, replyOf(whole, format), requestOf(call.body), nowSeconds()),
  }
}

export const images = imageOperation('images')
/** Edits whose pictures stand in JSON, as addresses or data. */
export const imageEditsByJson = imageOperation('image-edits')
export const imageEdits = imageFormOperation('image-edits')
export const imageVariations = imageFormOperation('image-variations')

/** The request of a form as clients write it in JSON, with its pictures as data. */
function asJson(form: Form): JsonObject {
  const body: JsonObject = {}
  const pictures: string[] = []
  for (const part of form) {
    if ('text' in part) Object.assign(body, part.text === '' ? {} : { [part.name]: jsonOf(part.name, part.text) })
    else if (part.name === 'mask') body.mask = dataUri(part)
    else pictures.push(dataUri(part))
  }
  return { ...body, images: pictures }
}

/** The value of a field, whose text was found to be right before. */
function jsonOf(name: string, text: string): Json {
  if (name === 'stream') return text.toLowerCase() === 'true'
  return name === 'n' || name === 'partial_images' || name === 'frame_count' ? Number(text) : text
}

const dataUri = ({ type, bytes }: FormFile): string => `data:${type || 'image/png'};base64,${bytes.toString('base64')}`

/** As much of a picture as has its size in it. */
const HEAD_BYTES = 512 * 1024

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** How such a model is mostly sold, before its price is known. */
export const usualSale = (model: string): SoldModel => ({ model, kind: traitsOf(model).imageUnit === 'tokens' ? 'per-token' : 'per-call' })

function sizeOf(request: ImageRequest, media: readonly Medium[], price: SoldModel): ExpectedSize {
  const measured = measuredImages(request, price)
  return { textBytes: utf8Bytes(request.prompt), media, maxOutputTokens: 0, choices: 1, measured }
}

/** Is all detail of the pictures to be kept, which costs more tokens? */
const fidelityOf = ({ extras }: ImageRequest): Pick<Medium, 'isFine'> => (extras.input_fidelity === 'high' ? { isFine: true } : {})

function picturesIn(request: ImageRequest): Medium[] {
  const { pictures, mask } = request
  const fidelity = fidelityOf(request)
  return [...pictures, ...(mask === undefined ? [] : [mask])].map((picture) => {
    const { source, mediaType } = mediaOfUrl(picture)
    const { data } = source.kind === 'base64' ? source : {}
    return { kind: 'image', ...(data === undefined ? {} : { data }), ...(mediaType === undefined ? {} : { mediaType }), ...fidelity }
  })
}

/** The pictures of a reply, with the data that were fetched for it. Throws UpstreamFailure where these are no pictures. */
function replyOf({ text, media }: WholeReply, { format }: UpstreamFormat): ImageReply {
  const body = parseJson(text)
  const reply = imageFormat(format)?.readReply(body) ?? readOwnReply(body)
  if (!reply) throw garbageFailure('the upstream did not answer with pictures')
  return media ? { ...reply, images: reply.images.map((image) => withData(image, media)) } : reply
}

function withData({ url, ...image }: MadeImage, media: NonNullable<WholeReply['media']>): MadeImage {
  const found = url === undefined ? undefined : media.get(url)
  if (found) return { ...image, base64: found.data, mediaType: found.mediaType }
  return { ...image, ...(url === undefined ? {} : { url }) }
}
