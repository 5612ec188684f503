// Pictures of Google: models that answer `generateContent` with them, and Imagen with its `predict`. Source: Gemini API reference, "Generate
// images" and "Imagen", 2026.

import { hasUsage, readUsage } from '../chat/gemini-generate/usage.ts'
import type { LossLog } from '../chat/losses/loss.ts'
import { mediaOfUrl } from '../chat/media/media-of-url.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import { type ImageAbilities, vendorsOwn } from './abilities.ts'
import type { ImageFormat, ImageReply, MadeImage } from './format.ts'
import { objects } from './reply.ts'
import type { ImageRequest } from './request.ts'
import { classOf, nearestRatio, pixelsOf } from './shape.ts'

const RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'] as const
const IMAGEN_RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9'] as const
/** Pictures come as data, whole, and as Google makes them. */
const abilities: ImageAbilities = { gives: 'data', mostMade: 1, mostTaken: Number.POSITIVE_INFINITY }
const imagenAbilities: ImageAbilities = { gives: 'data', mostMade: 4 }

/** Is it called by `predict`? */
export const isImagen = (model: string): boolean => /(^|\/)imagen-/.test(model)

export const gemini: ImageFormat = {
  dialect: 'gemini-generate',
  works: ['images', 'image-edits'],

  writeRequest(request, model, losses) {
    const isOfImagen = isImagen(model)
    // Google has no fields of its own beside these.
    const others = Object.keys(vendorsOwn(request, isOfImagen ? imagenAbilities : abilities, losses))
    for (const field of others) losses.add(field, 'not-expressible')
    return isOfImagen ? imagenBody(request) : generateBody(request, losses)
  },

  readReply(reply) {
    if (!isObject(reply)) return undefined
    const images = [...predicted(reply.predictions), ...generated(reply.candidates)]
    if (images.length === 0) return undefined
    const { usageMetadata } = reply
    return { images, ...(hasUsage(usageMetadata) ? { usage: readUsage(usageMetadata) } : {}) } satisfies ImageReply
  },
}

function generateBody({ prompt, size, pictures }: ImageRequest, losses: LossLog): JsonObject {
  const pixels = pixelsOf(size)
  const kind = classOf(size)
  const imageConfig = {
    ...(pixels ? { aspectRatio: nearestRatio(pixels, RATIOS) ?? '1:1' } : {}),
    // The usual one is not named: the first of these models has no others.
    ...(kind && kind !== '1K' ? { imageSize: kind } : {}),
  }
  return {
    contents: [{ role: 'user', parts: [...pictures.map((picture) => inlinePart(picture, losses)), { text: prompt }] }],
    generationConfig: { responseModalities: ['TEXT', 'IMAGE'], ...(Object.keys(imageConfig).length > 0 ? { imageConfig } : {}) },
  }
}

function inlinePart(picture: string, losses: LossLog): JsonObject {
  const { source, mediaType } = mediaOfUrl(picture)
  if (source.kind === 'base64') return { inlineData: { mimeType: mediaType ?? 'image/png', data: source.data } }
  losses.add('images', 'needed')
  return { fileData: { fileUri: picture } }
}

function imagenBody({ prompt, count, size }: ImageRequest): JsonObject {
  const pixels = pixelsOf(size)
  const kind = classOf(size)
  return {
    instances: [{ prompt }],
    parameters: {
      sampleCount: count,
      ...(pixels ? { aspectRatio: nearestRatio(pixels, IMAGEN_RATIOS) ?? '1:1' } : {}),
      ...(kind && kind !== '1K' ? { sampleImageSize: '2K' } : {}),
    },
  }
}

function predicted(predictions: Json | undefined): MadeImage[] {
  return objects(predictions).flatMap(({ bytesBase64Encoded: base64, mimeType, prompt }) =>
    typeof base64 === 'string'
      ? [{ base64, ...typeField(mimeType), ...(typeof prompt === 'string' ? { revisedPrompt: prompt } : {}) }]
      : [],
  )
}

function generated(candidates: Json | undefined): MadeImage[] {
  return objects(candidates).flatMap(({ content }) =>
    objects(isObject(content) ? content.parts : undefined).flatMap(({ inlineData, thought }) =>
      isObject(inlineData) && typeof inlineData.data === 'string' && thought !== true
        ? [{ base64: inlineData.data, ...typeField(inlineData.mimeType) }]
        : [],
    ),
  )
}

const typeField = (mimeType: Json | undefined): Pick<MadeImage, 'mediaType'> =>
  typeof mimeType === 'string' ? { mediaType: mimeType } : {}
