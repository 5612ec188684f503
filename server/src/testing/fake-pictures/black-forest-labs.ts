// Pictures of Black Forest Labs, which are all tasks. Sources: https://api.bfl.ai/openapi.json and https://docs.bfl.ai, "API reference",
// "Integration guidelines" and "Errors", November 2026.
import { z } from 'zod'
import type { FilmAnswer, FilmRequest, FilmTask, FilmVendor, TaskDoor } from '../fake-films/film-vendor.ts'

/** In base64 without a head, or an address that the vendor fetches. */
const picture = z.union([z.base64(), z.url({ protocol: /^https?$/ })]).optional()
const numbered = (most: number) =>
  Object.fromEntries(Array.from({ length: most }, (_, index) => [`input_image${index === 0 ? '' : `_${index + 1}`}`, picture]))

const common = {
  prompt: z.string().min(1),
  ...{ webhook_url: z.url().max(2083).optional(), webhook_secret: z.string().optional() },
}
const older = {
  ...{ ...common, seed: z.int().optional(), output_format: z.enum(['jpeg', 'png', 'webp']).optional() },
}
const tolerance = (most: number) => ({ safety_tolerance: z.int().min(0).max(most).optional() })
/** Between these two, both included. */
const [WIDEST, TALLEST] = [21 / 9, 9 / 21]
const shape = z
  .string()
  .regex(/^\d+:\d+$/)
  .refine((text) => {
    const [across = 0, down = 1] = text.split(':').map(Number)
    return across / down <= WIDEST && across / down >= TALLEST
  }, 'must be between 21:9 and 9:21')
  .optional()

/** The most pixels that FLUX.2 makes, by the vendor's own example: 2048 × 2048. */
const MOST_PIXELS = 2048 ** 2
const free = { width: z.int().min(64).optional(), height: z.int().min(64).optional() }
const side = z.int().min(256).max(1440).multipleOf(32).optional()

const two = (fields: z.ZodRawShape) =>
  z
    .strictObject({ ...older, ...free, ...tolerance(5), ...fields })
    .refine(({ width = 1, height = 1 }) => Number(width) * Number(height) <= MOST_PIXELS, {
      message: 'at most 4 megapixels',
      path: ['width'],
    })

/** By model: what it takes. */
const bodies: Readonly<Record<string, z.ZodType>> = {
  'flux-3-image': z.strictObject({
    ...{ ...common, ...tolerance(4), images: z.array(picture).max(10).optional(), grounding: z.boolean().optional() },
    aspect_ratio: z.enum(['auto', ...'21:9 2:1 16:9 3:2 7:5 4:3 5:4 1:1 4:5 3:4 5:7 2:3 9:16 1:2 9:21'.split(' ')]).optional(),
    resolution: z.enum(['768sq', '1k', '1.5k', '2k', '4k']).optional(),
  }),
  'flux-2-max': two({ ...numbered(8), disable_pup: z.boolean().optional() }),
  'flux-2-pro': two({ ...numbered(8), disable_pup: z.boolean().optional() }),
  'flux-2-flex': two({
    ...{ ...numbered(8), prompt_upsampling: z.boolean().optional(), input_image_blob_path: z.string().optional() },
    ...{ guidance: z.number().min(1.5).max(10).optional(), steps: z.int().min(1).max(50).optional() },
  }),
  'flux-2-klein-9b': two(numbered(4)),
  'flux-2-klein-4b': two(numbered(4)),
  'flux-kontext-max': kontext(),
  'flux-kontext-pro': kontext(),
  'flux-pro-1.1': z.strictObject({
    ...{ ...older, ...tolerance(6), width: side, height: side, image_prompt: picture, prompt_upsampling: z.boolean().optional() },
  }),
  'flux-pro-1.1-ultra': z.strictObject({
    ...{ ...older, ...tolerance(6), aspect_ratio: shape, image_prompt: picture, raw: z.boolean().optional() },
    ...{ prompt_upsampling: z.boolean().optional(), image_prompt_strength: z.number().min(0).max(1).optional() },
  }),
}

function kontext(): z.ZodType {
  return z.strictObject({
    ...{ ...older, ...tolerance(6), ...numbered(4), aspect_ratio: shape, prompt_upsampling: z.boolean().optional() },
  })
}

const said = (status: number, detail: unknown): FilmAnswer => ({ status, body: { detail } })

/** The key stands in a header of its own, for which no other is taken. */
function identify({ headers }: FilmRequest, keys: readonly string[]): string | FilmAnswer {
  const shown = headers['x-key']
  if (headers.authorization !== undefined) return said(403, 'Not authenticated - unexpected header authorization')
  return typeof shown === 'string' && keys.includes(shown) ? shown : said(403, 'Not authenticated - Invalid Authentication')
}

/** What a caller asks with the strictest tolerance is rejected before anything is made; else the picture is kept back when it is there. */
const moderatedWord = ({ body }: FilmTask) => (body.safety_tolerance === 0 ? 'Request Moderated' : 'Content Moderated')

function told(task: FilmTask, sample: string | undefined): object {
  const { id, state, body } = task
  const status = state === 'moderated' ? moderatedWord(task) : blackForestLabs.words[state]
  const base = { id, status, result: null, progress: null, details: null, preview: null }
  if (state === 'moderated') return { ...base, details: { 'Moderation Reasons': ['Derivative Works Filter'] } }
  if (state !== 'succeeded') return base
  const result = { ...(sample === undefined ? {} : { sample }), prompt: body.prompt, seed: 42, start_time: 1, end_time: 2, duration: 1 }
  return { ...base, progress: 1, result }
}

const submit = (model: string, body: z.ZodType): TaskDoor => ({
  ...{ does: 'submit', method: 'POST', path: new RegExp(`^/v1/${model.replaceAll('.', '[.]')}$`), body },
  answer: ({ url }, { id }) => ({
    status: 200,
    body: { id, polling_url: `${url}/v1/get_result?id=${id}`, cost: 4, input_mp: 0, output_mp: 1 },
  }),
})

export const blackForestLabs: FilmVendor = {
  name: 'Black Forest Labs',
  words: {
    ...{ queued: 'Pending', running: 'Generating', succeeded: 'Ready', failed: 'Error', moderated: 'Content Moderated' },
    expired: 'Task not found',
  },
  rejectsUnknown: true,
  identify,
  rejectBody: ({ field, isMissing, message }) => {
    const type = isMissing ? 'missing' : 'value_error'
    return said(422, [{ type, loc: ['body', ...field.split('.')], msg: isMissing ? 'Field required' : message }])
  },
  noTask: (id) => ({ status: 200, body: { id, status: 'Task not found', result: null } }),
  noRoute: said(404, 'Not Found'),
  idOf: (number) => `d5ba37dc-ba09-4658-852e-${String(number).padStart(12, '0')}`,
  doors: [
    ...Object.entries(bodies).map(([model, body]) => submit(model, body)),
    {
      ...{ does: 'poll', method: 'GET', path: /^\/v1\/get_result$/ },
      idOf: ({ query }) => query.get('id') ?? '',
      answer: (visit, task) => ({ status: 200, body: told(task, visit.link(task, 'png')) }),
    },
    { does: 'list', method: 'GET', path: /^\/v1\/credits$/, answer: () => ({ status: 200, body: { credits: 1234.5 } }) },
  ],
}
