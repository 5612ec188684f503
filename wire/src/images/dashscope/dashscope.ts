// Pictures of DashScope: by its synchronous call, which takes a conversation, and those of Wan before 2.6 by tasks, since these models have no other.
// Source: https://help.aliyun.com/zh/model-studio, "Qwen-Image", "Qwen-Image-Edit", "Wan text to image V2", "Wan2.5 image editing" and "Manage
// asynchronous tasks", 2026.
import type { LossLog } from '../../chat/losses/loss.ts'
import { defined } from '../../defined.ts'
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import type { ImageTasks, PictureTask } from '../../tasks/picture-tasks.ts'
import { type ImageAbilities, vendorsOwn } from '../abilities.ts'
import type { ImageFormat } from '../format.ts'
import { objects } from '../reply.ts'
import type { ImageRequest } from '../request.ts'
import { classOf, pixelsOf } from '../shape.ts'
import { modelOfDashScope, sizeWithin } from './dashscope-models.ts'

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
    const { prompt, count, pictures } = request
    const { mostMade, mostTaken } = modelOfDashScope(model)
    const abilities: ImageAbilities = { gives: 'addresses', mostMade, mostTaken }
    const { negative_prompt: negative, ...own } = vendorsOwn(request, abilities, losses)
    // Where no number is named, some make four pictures: it always is.
    const parameters = { ...sizeField(request, model, losses), n: count, ...own }
    if (IS_BY_TASKS.test(model)) {
      const images = pictures.length > 0 ? [...pictures] : undefined
      return { model, input: defined({ prompt, negative_prompt: negative, images }), parameters }
    }
    return {
      model,
      input: { messages: [{ role: 'user', content: [...pictures.map((image) => ({ image })), { text: prompt }] }] },
      parameters: defined({ ...parameters, negative_prompt: negative }),
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

/** The nearest size that the model has; one that is named otherwise goes on where the model knows the word. */
function sizeField({ size }: ImageRequest, model: string, losses: LossLog): JsonObject {
  if (size === undefined || size === 'auto') return {}
  const made = modelOfDashScope(model)
  const wanted = pixelsOf(size)
  const nearest = wanted && sizeWithin(wanted, made)
  if (nearest?.width !== wanted?.width || nearest?.height !== wanted?.height) losses.add('size', 'not-expressible')
  if (nearest) return { size: `${nearest.width}*${nearest.height}` }
  const kind = made.takesClasses ? classOf(size) : undefined
  if (kind === undefined) losses.add('size', 'not-expressible')
  return kind === undefined ? {} : { size: kind }
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
