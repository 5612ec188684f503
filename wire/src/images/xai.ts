// Pictures of xAI: a ratio and a class of size in place of pixels, and edits in JSON. Sources: xAI's API reference, "Image generations" and
// "Image edits", and what the AI SDK sends there, 2026.
import { type ImageAbilities, qualityField, responseFormatField, vendorsOwn } from './abilities.ts'
import type { ImageFormat } from './format.ts'
import { readOwnReply } from './reply.ts'
import { classOf, nearestRatio, pixelsOf } from './shape.ts'

const RATIOS = ['1:1', '3:4', '4:3', '9:16', '16:9', '2:3', '3:2', '1:2', '2:1'] as const
const abilities: ImageAbilities = {
  ...{ gives: 'both', mostMade: 10, mostTaken: 5, takesOutputFormat: true },
  qualities: ['low', 'medium', 'high'],
}

export const xai: ImageFormat = {
  dialect: 'openai-chat',
  works: ['images', 'image-edits'],

  writeRequest(request, model, losses) {
    const own = vendorsOwn(request, abilities, losses, ['user'])
    const { prompt, count, size, outputFormat, pictures, extras } = request
    const pixels = pixelsOf(size)
    const kind = classOf(size)
    const images = pictures.map((url) => ({ url, type: 'image_url' }))
    const [first] = images
    return {
      ...{ model, prompt },
      ...(count > 1 ? { n: count } : {}),
      ...(pixels ? { aspect_ratio: nearestRatio(pixels, RATIOS) ?? '1:1' } : {}),
      // The usual one is not named.
      ...(kind === undefined || kind === '1K' ? {} : { resolution: '2k' }),
      ...qualityField(request, abilities),
      ...responseFormatField(request),
      ...(outputFormat === undefined ? {} : { output_format: outputFormat }),
      ...(extras.user === undefined ? {} : { user: extras.user }),
      ...(images.length > 1 ? { images } : first ? { image: first } : {}),
      ...own,
    }
  },

  readReply: readOwnReply,
}
