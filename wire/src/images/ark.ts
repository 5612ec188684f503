// Pictures of Seedream at Volcano Ark: OpenAI's shape, with pictures to change in the same call, and a series in place of a number. Its
// events of a stream have names of its own. Source: https://www.volcengine.com/docs/82379, "Image generation API", 2026.
import { type ImageAbilities, responseFormatField, vendorsOwn } from './abilities.ts'
import type { ImageFormat } from './format.ts'
import { readOwnReply } from './reply.ts'

const abilities: ImageAbilities = { gives: 'both', mostMade: 15, mostTaken: 14 }

export const ark: ImageFormat = {
  dialect: 'openai-chat',
  works: ['images', 'image-edits'],
  keepsReply: true,

  writeRequest(request, model, losses) {
    const own = vendorsOwn(request, abilities, losses)
    const { prompt, count, size, pictures, isStream } = request
    const isSeries = count > 1 && own.sequential_image_generation === undefined
    return {
      ...{ model, prompt },
      ...(pictures.length > 1 ? { image: [...pictures] } : pictures[0] === undefined ? {} : { image: pictures[0] }),
      ...(size === undefined || size === 'auto' ? {} : { size }),
      ...responseFormatField(request),
      ...(isSeries ? { sequential_image_generation: 'auto', sequential_image_generation_options: { max_images: count } } : {}),
      ...(isStream ? { stream: true } : {}),
      ...own,
    }
  },

  readReply: readOwnReply,
}
