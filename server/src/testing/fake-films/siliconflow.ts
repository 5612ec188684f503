// SiliconFlow's films. Sources: SiliconFlow, API reference, "Create video generation request", "Get video generation link" and "Error handling",
// 2026. What became of a film is asked with a body.
import { z } from 'zod'
import { bearer, type FilmAnswer, type FilmVendor } from './film-vendor.ts'

const said = (status: number, code: number, message: string): FilmAnswer => ({ status, body: { code, message, data: null } })
const models = [
  'Wan-AI/Wan2.2-T2V-A14B',
  'Wan-AI/Wan2.2-I2V-A14B',
  'tencent/HunyuanVideo',
  'Wan-AI/Wan2.1-T2V-14B',
  'Wan-AI/Wan2.1-I2V-14B-720P',
]

const Submitted = z
  .strictObject({
    ...{ model: z.string(), prompt: z.string().min(1), image_size: z.enum(['1280x720', '720x1280', '960x960']) },
    ...{ negative_prompt: z.string().optional(), image: z.string().optional(), seed: z.int().optional() },
  })
  .refine(({ model, image }) => !model.includes('I2V') || image !== undefined, {
    message: 'image is required by the model',
    path: ['image'],
  })
const Asked = z.strictObject({ requestId: z.string() })

export const siliconflow: FilmVendor = {
  name: 'siliconflow',
  words: { queued: 'InQueue', running: 'InProgress', succeeded: 'Succeed', failed: 'Failed', moderated: 'Failed' },
  rejectsUnknown: false,
  // A bare text, as JSON.
  identify: bearer(() => ({ status: 401, headers: { 'content-type': 'application/json' }, body: '"Invalid token"' })),
  rejectBody: ({ field, message }) => said(400, 20015, `The parameter is invalid. Please check again. ${field}: ${message}`),
  noTask: (id) => said(400, 20015, `The parameter is invalid. Please check again. requestId ${id}`),
  noRoute: { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' },
  idOf: (number) => `zv4l0sn${String(number).padStart(5, '0')}`,
  doors: [
    {
      ...{ does: 'submit', method: 'POST', path: /^\/v1\/video\/submit$/, body: Submitted },
      check: ({ body: { model } }) =>
        typeof model !== 'string' || models.includes(model)
          ? undefined
          : said(400, 20012, 'Model does not exist. Please check it carefully.'),
      answer: (_, { id }) => ({ status: 200, body: { requestId: id } }),
    },
    {
      ...{ does: 'poll', method: 'POST', path: /^\/v1\/video\/status$/, body: Asked },
      idOf: ({ body }) => String(body.requestId),
      answer(visit, task) {
        const status = siliconflow.words[task.state]
        if (task.state === 'failed') return { status: 200, body: { status, reason: 'internal error', results: null } }
        if (task.state === 'moderated') return { status: 200, body: { status, reason: 'content violation detected', results: null } }
        if (task.state !== 'succeeded')
          return { status: 200, body: { status, reason: '', position: task.state === 'queued' ? 3 : 0, results: null } }
        const url = visit.link(task)
        const results = { videos: url === undefined ? [] : [{ url }], timings: { inference: 123 }, seed: task.body.seed ?? 1 }
        return { status: 200, body: { status, reason: '', position: 0, results } }
      },
    },
  ],
}
