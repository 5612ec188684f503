// Pictures of DashScope: by its synchronous call, which takes a conversation, and those of Wan before 2.6 by tasks, since these models have no other.
// Source: https://help.aliyun.com/zh/model-studio, "Qwen-Image", "Qwen-Image-Edit", "Wan text to image V2", "Wan2.5 image editing" and "Manage
// asynchronous tasks", 2026.
import { defined } from '../defined.ts'
import { isObject, type Json, type JsonObject } from '../encoding/json.ts'
import type { ImageTasks, PictureTask } from '../tasks/picture-tasks.ts'
import { type ImageAbilities, vendorsOwn } from './abilities.ts'
import type { ImageFormat } from './format.ts'
import { objects } from './reply.ts'
import type { ImageRequest } from './request.ts'
import { pixelsOf } from './shape.ts'

const abilities: ImageAbilities = { gives: 'addresses', mostMade: 6, mostTaken: 3 }
const abilitiesOfTasks: ImageAbilities = { gives: 'addresses', mostMade: 4, mostTaken: 3 }

/** `wan2.5-t2i-preview`, `wan2.5-i2i-preview`, `wan2.2-t2i-flash`, `wanx2.1-t2i-turbo` and the like. */
const IS_BY_TASKS = /^wanx?2\.[0-5]-[ti]2i/

const tasks: ImageTasks = {
  isFor: (model) => IS_BY_TASKS.test(model),
  submitPath: (isEdit) => `/api/v1/services/aigc/${isEdit ? 'image2image' : 'text2image'}/image-synthesis`,
  submissions: (body) => [body],
  headers: () => ({ 'x-dashscope-async': 'enable' }),
  picturesOfEach: ({ parameters }) => (isObject(parameters) && typeof parameters.n === 'number' ? parameters.n : 1),
  read: readTask,
  pollPath: (id) => `/api/v1/tasks/${encodeURIComponent(id)}`,
  cancelPath: (id) => `/api/v1/tasks/${encodeURIComponent(id)}/cancel`,
}

export const dashScope: ImageFormat = {
  dialect: 'openai-chat',
  works: ['images', 'image-edits'],

  tasks,

  writeRequest(request, model, losses) {
    if (IS_BY_TASKS.test(model)) return taskBody(request, model, vendorsOwn(request, abilitiesOfTasks, losses))
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

/** The body of a task. Where no number is named, four pictures are made by default: it always is. */
function taskBody({ prompt, count, size, pictures }: ImageRequest, model: string, own: JsonObject): JsonObject {
  const { negative_prompt: negative, ...parameters } = own
  const pixels = pixelsOf(size)
  return {
    model,
    input: defined({ prompt, negative_prompt: negative, images: pictures.length > 0 ? [...pictures] : undefined }),
    parameters: { ...(pixels ? { size: `${pixels.width}*${pixels.height}` } : {}), n: count, ...parameters },
  }
}

/** A task in any of its states. One that the vendor does not know (`UNKNOWN`) may be known a moment later. */
function readTask({ output }: JsonObject, most: number): PictureTask | undefined {
  const { task_id: id, task_status: status, results, code, message } = isObject(output) ? output : {}
  if (typeof id !== 'string' || id === '') return undefined
  switch (status) {
    case 'PENDING':
      return { id, status: 'QUEUED', pictures: [] }
    case 'RUNNING':
      return { id, status: 'IN_PROGRESS', pictures: [] }
    case 'SUCCEEDED': {
      const pictures = objects(results).flatMap(madePicture).slice(0, most)
      if (pictures.length > 0) return { id, status: 'SUCCESS', pictures }
      return failed(id, objects(results)[0]?.message ?? message, objects(results)[0]?.code ?? code)
    }
    case 'FAILED':
      return failed(id, message, code)
    case 'CANCELED':
      return failed(id, 'The upstream says that the task is cancelled', undefined)
    default:
      return undefined
  }
}

function madePicture({ url, actual_prompt: prompt }: JsonObject): JsonObject[] {
  if (typeof url !== 'string') return []
  return [{ url, ...(typeof prompt === 'string' && prompt !== '' ? { revised_prompt: prompt } : {}) }]
}

function failed(id: string, message: Json | undefined, code: Json | undefined): PictureTask {
  const words = typeof message === 'string' && message !== '' ? message : 'The upstream could not make the picture'
  return { id, status: 'FAILURE', pictures: [], error: defined({ message: words, code: typeof code === 'string' ? code : undefined }) }
}
