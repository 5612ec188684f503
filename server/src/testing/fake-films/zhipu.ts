// Zhipu's films. Sources: Zhipu, API reference, "Video generation (asynchronous)", "Query asynchronous result" and "Error codes", 2026.
import { z } from 'zod'
import { bearer, type FilmAnswer, type FilmVendor } from './film-vendor.ts'

const said = (status: number, code: string, message: string, more: object = {}): FilmAnswer => ({
  status,
  body: { error: { code, message }, ...more },
})

const shared = {
  ...{ prompt: z.string().max(512).optional(), request_id: z.string().min(6).optional(), user_id: z.string().min(6).max(128).optional() },
  watermark_enabled: z.boolean().optional(),
}
const image = z.union([z.string(), z.array(z.string()).min(1).max(2)])
const movement_amplitude = z.enum(['auto', 'small', 'medium', 'large']).optional()
const cog = {
  ...{ ...shared, quality: z.enum(['speed', 'quality']).optional(), with_audio: z.boolean().optional(), image_url: image.optional() },
  size: z.enum(['1280x720', '720x1280', '1024x1024', '1920x1080', '1080x1920', '2048x1080', '3840x2160']).optional(),
  ...{ fps: z.union([z.literal(30), z.literal(60)]).optional(), duration: z.union([z.literal(5), z.literal(10)]).optional() },
}
const vidu = { ...shared, with_audio: z.boolean().optional(), movement_amplitude }
const five = { duration: z.literal(5).optional(), size: z.literal('1920x1080').optional() }
const four = { duration: z.literal(4).optional(), size: z.literal('1280x720').optional() }
const aspect_ratio = z.enum(['16:9', '9:16', '1:1']).optional()
const Body = z
  .discriminatedUnion('model', [
    z.strictObject({ model: z.enum(['cogvideox-3', 'cogvideox-2', 'cogvideox-flash']), ...cog }),
    z.strictObject({
      model: z.literal('viduq1-text'),
      ...vidu,
      ...five,
      prompt: z.string(),
      style: z.enum(['general', 'anime']).optional(),
      aspect_ratio,
    }),
    z.strictObject({ model: z.literal('viduq1-image'), ...vidu, ...five, image_url: z.string() }),
    z.strictObject({ model: z.literal('viduq1-start-end'), ...vidu, ...five, image_url: z.array(z.string()).length(2) }),
    z.strictObject({ model: z.literal('vidu2-image'), ...vidu, ...four, image_url: z.string() }),
    z.strictObject({ model: z.literal('vidu2-start-end'), ...vidu, ...four, image_url: z.array(z.string()).length(2) }),
    z.strictObject({ model: z.literal('vidu2-reference'), ...vidu, ...four, image_url: z.array(z.string()).min(1).max(3), aspect_ratio }),
  ])
  .refine(({ prompt, ...rest }) => prompt !== undefined || ('image_url' in rest && rest.image_url !== undefined), {
    message: 'prompt and image_url cannot both be empty',
    path: ['prompt'],
  })

export const zhipu: FilmVendor = {
  name: 'zhipu',
  words: { queued: 'PROCESSING', running: 'PROCESSING', succeeded: 'SUCCESS', failed: 'FAIL', moderated: 'FAIL' },
  rejectsUnknown: false,
  identify: bearer((shown) =>
    shown === undefined ? said(401, '1001', 'Header中未收到Authentication参数，无法进行身份验证。') : said(401, '1000', '身份验证失败。'),
  ),
  rejectBody({ field, isMissing, message }) {
    if (field === 'model') return said(400, '1211', '模型不存在，请检查模型代码。')
    return isMissing ? said(400, '1213', `未正常接收到 ${field} 参数。`) : said(400, '1214', `${field} 参数非法：${message}`)
  },
  noTask: () => said(404, '1222', '任务不存在或已过期。'),
  noRoute: said(404, '404', 'NOT_FOUND'),
  idOf: (number) => String(8_868_902_201_637_000_000n + BigInt(number)),
  doors: [
    {
      ...{ does: 'submit', method: 'POST', path: /^\/api\/paas\/v4\/videos\/generations$/, body: Body },
      answer: (_, { id, body }) => ({
        status: 200,
        body: { id, model: body.model, request_id: body.request_id ?? `202611271200${id.slice(-6)}`, task_status: 'PROCESSING' },
      }),
    },
    {
      ...{ does: 'poll', method: 'GET', path: /^\/api\/paas\/v4\/async-result\/(\d+)$/ },
      answer(visit, task) {
        const base = {
          id: task.id,
          model: task.body.model,
          request_id: task.body.request_id ?? task.id,
          task_status: zhipu.words[task.state],
        }
        if (task.state === 'failed') return { status: 200, body: { ...base, error: { code: '1234', message: '网络错误，请联系客服。' } } }
        if (task.state === 'moderated') {
          const error = { code: '1301', message: '系统检测到输入或生成内容可能包含不安全或敏感内容。' }
          return { status: 200, body: { ...base, error, content_filter: [{ role: 'assistant', level: 1 }] } }
        }
        if (task.state !== 'succeeded') return { status: 200, body: base }
        const url = visit.link(task)
        const result = url === undefined ? [] : [{ url, cover_image_url: visit.link(task, 'png') }]
        return { status: 200, body: { ...base, video_result: result } }
      },
    },
  ],
}
