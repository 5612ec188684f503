// What vendors of pictures have of OpenAI's request: the rest is named as lost, and what OpenAI does not have goes on as the vendor's own.
import type { LossLog } from '../chat/losses/loss.ts'
import type { JsonObject } from '../encoding/json.ts'
import type { ImageRequest } from './request.ts'

/** What a vendor can do of what OpenAI's request can ask for. */
export interface ImageAbilities {
  /** How its pictures come; addresses that a client wants as data are fetched. */
  readonly gives: 'addresses' | 'data' | 'both'
  /** How many pictures it makes in one call. */
  readonly mostMade: number
  /** How many pictures it takes to change; absent: none. */
  readonly mostTaken?: number
  /** The qualities that it knows; absent: none. */
  readonly qualities?: readonly string[]
  /** Does it make files of the type that is requested? */
  readonly takesOutputFormat?: true
}

/** Fields that only OpenAI has, beside those that a request names itself. */
const openAIs: ReadonlySet<string> = new Set([
  ...['moderation', 'style', 'user', 'safety_identifier', 'input_fidelity', 'output_compression', 'complexity', 'frame_duration_ms'],
  ...['svg', 'markup'],
])

/** Vendors' own fields for the number of pictures: what is requested by `n` is what is held for and paid. */
const counts: ReadonlySet<string> = new Set(['num_outputs', 'num_images', 'number_of_images', 'max_images', 'batch_size'])

/**
 * Names what the vendor cannot do of a request.
 * @param known fields that only OpenAI has otherwise, and that the caller of this writes itself
 * @returns the fields of the request that are the vendor's own
 */
export function vendorsOwn(request: ImageRequest, abilities: ImageAbilities, losses: LossLog, known: readonly string[] = []): JsonObject {
  for (const field of neededFields(request, abilities)) losses.add(field, 'needed')
  for (const field of lostFields(request, abilities)) losses.add(field, 'not-expressible')
  const own: JsonObject = {}
  for (const [field, value] of Object.entries(request.extras)) {
    if (!openAIs.has(field) && !counts.has(field)) own[field] = value
    else if (!known.includes(field)) losses.add(field, 'not-expressible')
  }
  return own
}

/** The reply would be another without these. */
function neededFields({ count, pictures, mask }: ImageRequest, { mostMade, mostTaken = 0 }: ImageAbilities): string[] {
  const isUnknown = pictures.some((picture) => picture.startsWith('file:'))
  return [
    ...(count > mostMade ? ['n'] : []),
    ...(pictures.length > mostTaken || isUnknown ? ['images'] : []),
    ...(mask === undefined ? [] : ['mask']),
  ]
}

function lostFields(request: ImageRequest, { gives, qualities = [], takesOutputFormat }: ImageAbilities): string[] {
  const { quality, responseFormat, outputFormat, background, partials, frames } = request
  return [
    ...(quality === undefined || quality === 'auto' || qualities.includes(quality) ? [] : ['quality']),
    ...(responseFormat === 'url' && gives === 'data' ? ['response_format'] : []),
    ...(outputFormat === undefined || takesOutputFormat ? [] : ['output_format']),
    ...(background === undefined || background === 'auto' ? [] : ['background']),
    ...(partials > 0 ? ['partial_images'] : []),
    ...(frames === undefined ? [] : ['frame_count']),
  ]
}

/** The quality under its usual name, where the vendor knows it. */
export function qualityField({ quality }: ImageRequest, { qualities = [] }: ImageAbilities): { readonly quality?: string } {
  return quality !== undefined && qualities.includes(quality) ? { quality } : {}
}

/** How the pictures are to come, where the client says it. @param base64 the vendor's word for data */
export function responseFormatField({ responseFormat }: ImageRequest, base64 = 'b64_json'): { readonly response_format?: string } {
  if (responseFormat === undefined) return {}
  return { response_format: responseFormat === 'b64_json' ? base64 : responseFormat }
}
