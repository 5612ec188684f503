// Vendors whose pictures differ from OpenAI's in a few names of fields. Sources: https://docs.bigmodel.cn, "Image generation";
// https://docs.siliconflow.cn, "Images generations"; https://docs.together.ai, "Images", all 2026.
import type { JsonObject } from '../encoding/json.ts'
import { type ImageAbilities, qualityField, responseFormatField, vendorsOwn } from './abilities.ts'
import type { ImageFormat } from './format.ts'
import { readOwnReply } from './reply.ts'
import type { ImageRequest } from './request.ts'
import { pixelsOf } from './shape.ts'

interface Alike extends ImageAbilities {
  /** Fields of OpenAI's that only it has otherwise: under which name the vendor has them. */
  readonly renamed?: Readonly<Record<string, string>>
  /** What is written in place of size, number, pictures and the way that they come. */
  fields(request: ImageRequest): JsonObject
}

function alike(vendor: Alike): ImageFormat {
  const { renamed = {}, mostTaken = 0 } = vendor
  return {
    dialect: 'openai-chat',
    works: mostTaken > 0 ? ['images', 'image-edits'] : ['images'],

    writeRequest(request, model, losses) {
      const own = vendorsOwn(request, vendor, losses, Object.keys(renamed))
      const named: JsonObject = {}
      for (const [field, name] of Object.entries(renamed)) {
        const value = request.extras[field]
        if (value !== undefined) named[name] = value
      }
      return { model, prompt: request.prompt, ...vendor.fields(request), ...qualityField(request, vendor), ...named, ...own }
    },

    readReply: readOwnReply,
  }
}

const sizeField = (size: string | undefined, name: string): JsonObject => (size === undefined || size === 'auto' ? {} : { [name]: size })

export const zhipu = alike({
  ...{ gives: 'addresses', mostMade: 1, qualities: ['hd', 'standard'], renamed: { user: 'user_id' } },
  fields: ({ size }) => sizeField(size, 'size'),
})

/** Several pictures to change are numbered. */
export const siliconFlow = alike({
  ...{ gives: 'addresses', mostMade: 4, mostTaken: 3 },
  fields: ({ size, count, pictures }) => ({
    ...sizeField(size, 'image_size'),
    ...(count > 1 ? { batch_size: count } : {}),
    ...Object.fromEntries(pictures.map((picture, index) => [index === 0 ? 'image' : `image${index + 1}`, picture])),
  }),
})

export const together = alike({
  ...{ gives: 'both', mostMade: 4, mostTaken: 1 },
  fields(request) {
    const { size, count, pictures } = request
    const [picture] = pictures
    const pixels = pixelsOf(size)
    return {
      ...(pixels ? { width: pixels.width, height: pixels.height } : {}),
      ...(count > 1 ? { n: count } : {}),
      ...responseFormatField(request, 'base64'),
      ...(picture === undefined ? {} : { image_url: picture }),
    }
  },
})
