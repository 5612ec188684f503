// Pictures of MiniMax. Source: https://platform.minimax.io/docs, "Text to image", 2026.
import { isObject, type Json } from '../encoding/json.ts'
import { type ImageAbilities, responseFormatField, vendorsOwn } from './abilities.ts'
import type { ImageFormat, MadeImage } from './format.ts'
import { nearestRatio, pixelsOf } from './shape.ts'

const RATIOS = ['1:1', '16:9', '4:3', '3:2', '2:3', '3:4', '9:16', '21:9'] as const
const abilities: ImageAbilities = { gives: 'both', mostMade: 9 }

export const miniMax: ImageFormat = {
  dialect: 'openai-chat',
  works: ['images'],

  writeRequest(request, model, losses) {
    const own = vendorsOwn(request, abilities, losses)
    const { prompt, count, size } = request
    const pixels = pixelsOf(size)
    return {
      ...{ model, prompt },
      ...(pixels ? { aspect_ratio: nearestRatio(pixels, RATIOS) ?? '1:1' } : {}),
      ...(count > 1 ? { n: count } : {}),
      ...responseFormatField(request, 'base64'),
      ...own,
    }
  },

  readReply(reply) {
    const data = isObject(reply) ? reply.data : undefined
    if (!isObject(data)) return undefined
    const images: MadeImage[] = [
      ...texts(data.image_urls).map((url) => ({ url })),
      ...texts(data.image_base64).map((base64) => ({ base64 })),
    ]
    return images.length > 0 ? { images } : undefined
  },
}

const texts = (value: Json | undefined): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])
