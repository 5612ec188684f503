// Pictures of DashScope by its synchronous call, which takes a conversation. Source: https://help.aliyun.com/zh/model-studio, "Qwen-Image"
// and "Qwen-Image-Edit", 2026.
import { isObject } from '../encoding/json.ts'
import { type ImageAbilities, vendorsOwn } from './abilities.ts'
import type { ImageFormat } from './format.ts'
import { objects } from './reply.ts'
import { pixelsOf } from './shape.ts'

const abilities: ImageAbilities = { gives: 'addresses', mostMade: 6, mostTaken: 3 }

export const dashScope: ImageFormat = {
  dialect: 'openai-chat',
  works: ['images', 'image-edits'],

  writeRequest(request, model, losses) {
    const own = vendorsOwn(request, abilities, losses)
    const { prompt, count, size, pictures } = request
    const pixels = pixelsOf(size)
    const parameters = {
      ...(pixels ? { size: `${pixels.width}*${pixels.height}` } : {}),
      ...(count > 1 ? { n: count } : {}),
      ...own,
    }
    return {
      model,
      input: { messages: [{ role: 'user', content: [...pictures.map((image) => ({ image })), { text: prompt }] }] },
      ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    }
  },

  readReply(reply) {
    const output = isObject(reply) ? reply.output : undefined
    const images = objects(isObject(output) ? output.choices : undefined).flatMap(({ message }) =>
      objects(isObject(message) ? message.content : undefined).flatMap(({ image }) => (typeof image === 'string' ? [{ url: image }] : [])),
    )
    return images.length > 0 ? { images } : undefined
  },
}
