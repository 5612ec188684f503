// Black Forest Labs' API, written from its documentation and not from the product.
//
// Documented: paths, fields, bounds and defaults (the vendor's OpenAPI, "Models", and "FLUX 3 Image", October 2026); `x-key`, `polling_url` and the
// limits of 24 tasks, 6 of Kontext [max] ("Integration guidelines"); the statuses of a result and of HTTP ("Errors"; `Reasoning` and
// `Generating` stand in the OpenAPI's list only); the fields of a task with a webhook, which has no `polling_url`. Recorded from the service by
// others, in 2026: the words of 403 and 422, that a task which is not found is a 404, `cost` at the end, and `details` of moderation.
// Guessed: that fields which are not known are rejected by FLUX.1 and FLUX.2 too (FLUX.3 does), that a picture above four megapixels is
// rejected and not made smaller, the words of 429, where a failure says why, and which models tell `Reasoning` and `Generating`.
import { z } from 'zod'
import type { FilmAnswer, FilmRequest, FilmTask, FilmVendor, Visit } from '../fake-films/film-vendor.ts'
import { integer } from './integer.ts'
import { pydanticErrors } from './pydantic.ts'

const isAddress = (text: string) => /^https?:\/\/\S+$/.test(text)
const isBase64 = (text: string) => text !== '' && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
const base64 = z.string().refine(isBase64, 'image is not valid base64')
const picture = z.string().refine((text) => isAddress(text) || isBase64(text), 'image is neither an address nor valid base64')

/** `input_image` and those after it. */
const references = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [at === 0 ? 'input_image' : `input_image_${at + 1}`, picture.nullish()]))
const ratio = z.string().refine((text) => {
  const [, wide = '0', high = '1'] = /^(\d+):(\d+)$/.exec(text) ?? []
  const shape = Number(wide) / Number(high)
  return shape <= 21 / 9 && shape >= 9 / 21
}, 'aspect_ratio must be between 21:9 and 9:21')

const webhooks = { webhook_url: z.url().min(1).max(2083).nullish(), webhook_secret: z.string().nullish() }
const usual = { ...webhooks, seed: integer().nullish(), output_format: z.enum(['jpeg', 'png', 'webp']).nullish() }
const tolerance = (most: number) => ({ safety_tolerance: integer().min(0).max(most).optional() })
const upsampling = { prompt_upsampling: z.boolean().optional() }

/** FLUX.1: sides from 256 to 1440, in steps of 32. */
const oldSide = integer().min(256).max(1440).multipleOf(32).optional()
const oldSides = { width: oldSide, height: oldSide }
/** FLUX.2: sides from 64, at most four megapixels. */
const newSides = { width: integer().min(64).nullish(), height: integer().min(64).nullish() }
const MOST_PIXELS = 2048 * 2048
const withinFourMegapixels = ({ width, height }: { width?: number | null | undefined; height?: number | null | undefined }) =>
  !width || !height || width * height <= MOST_PIXELS

const steered = (fewest: number, weakest: number, strongest: number) => ({
  ...{ steps: integer().min(fewest).max(50).nullish(), guidance: z.number().min(weakest).max(strongest).nullish() },
})
const flux2 = (count: number, own: z.core.$ZodShape = {}) =>
  z
    .strictObject({ prompt: z.string(), ...references(count), ...newSides, ...usual, ...tolerance(5), ...own })
    .refine(withinFourMegapixels, { message: 'output is larger than four megapixels', path: ['width'] })
const pro = flux2(8, { disable_pup: z.boolean().optional() })
const klein = flux2(4)
const kontext = z.strictObject({
  ...{ prompt: z.string(), ...references(4), aspect_ratio: ratio.nullish(), ...usual, ...upsampling, ...tolerance(6) },
})
const remix = { prompt: z.string().nullish(), image_prompt: base64.nullish() }

/** By the name in the path: what a model takes. */
const models: Readonly<Record<string, z.ZodType>> = {
  'flux-2-pro': pro,
  'flux-2-pro-preview': pro,
  'flux-2-max': pro,
  'flux-2-flex': flux2(8, {
    ...steered(1, 1.5, 10),
    ...{ prompt_upsampling: z.boolean().nullish(), input_image_blob_path: z.string().nullish() },
  }),
  'flux-2-klein-9b': klein,
  'flux-2-klein-9b-preview': klein,
  'flux-2-klein-4b': klein,
  'flux-kontext-pro': kontext,
  'flux-kontext-max': kontext,
  'flux-pro-1.1': z.strictObject({ ...remix, ...oldSides, ...usual, ...upsampling, ...tolerance(6) }),
  'flux-dev': z.strictObject({ ...remix, ...oldSides, ...usual, ...upsampling, ...steered(1, 1.5, 5), ...tolerance(6) }),
  'flux-pro-1.1-ultra': z.strictObject({
    ...{ ...remix, ...usual, ...upsampling, ...tolerance(6), aspect_ratio: ratio.optional(), raw: z.boolean().optional() },
    image_prompt_strength: z.number().min(0).max(1).optional(),
  }),
  'flux-pro-1.0-fill': z.strictObject({
    ...{ image: base64, mask: base64.nullish(), prompt: z.string().nullish(), ...usual, ...upsampling },
    ...{ ...steered(15, 1.5, 100), ...tolerance(6) },
  }),
  // It has no seed, no mask and no type of file.
  'flux-3-image': z.strictObject({
    ...{ prompt: z.string().min(1), images: z.union([picture, z.array(picture).min(1).max(10)]).optional(), ...webhooks },
    aspect_ratio: z
      .enum(['auto', '21:9', '2:1', '16:9', '3:2', '7:5', '4:3', '5:4', '1:1', '4:5', '3:4', '5:7', '2:3', '9:16', '1:2', '9:21'])
      .optional(),
    ...{ resolution: z.enum(['768sq', '1k', '1.5k', '2k', '4k']).optional(), grounding: z.boolean().optional(), ...tolerance(4) },
  }),
}

const SUBMITS = /^\/v1\/([a-z0-9.-]+)$/
const modelOf = ({ path }: { readonly path: string }): string => SUBMITS.exec(path)?.[1] ?? ''
const detail = (status: number, told: unknown): FilmAnswer => ({ status, body: { detail: told } })

/** What is wrong with a body; all of it at once. */
function rejected(request: FilmRequest): FilmAnswer | undefined {
  const schema = models[modelOf(request)]
  if (request.isForm || !schema) return detail(422, [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }])
  const errors = pydanticErrors(schema, request.body).map((error) => ({ ...error, loc: ['body', ...error.loc] }))
  return errors.length > 0 ? detail(422, errors) : undefined
}

/** Is it still to be made? What is to be found done at the next question is done. */
const isActive = ({ state, steps: [next] }: FilmTask) => isOpen(state) && (next === undefined || isOpen(next))
const isOpen = (state: string) => state === 'queued' || state === 'running'

/** Does it say no to one task more? */
function limited({ tasks }: Visit, task: FilmTask): FilmAnswer | undefined {
  const limit = modelOf(task) === 'flux-kontext-max' ? 6 : 24
  const others = tasks().filter((other) => other !== task && isActive(other) && (limit === 24 || modelOf(other) === modelOf(task)))
  if (others.length < limit) return undefined
  return { status: 429, body: { error: 'rate_limit_exceeded', message: 'Too many concurrent requests', retry_after: 5 } }
}

const nothing = { result: null, progress: null, details: null, preview: null }
const notFound = (id: string): FilmAnswer => ({ status: 404, body: { id, status: 'Task not found', ...nothing } })

/** What `get_result` tells. */
function told({ id, state, body, ...task }: FilmTask, sample: string | undefined): FilmAnswer {
  const answer = (status: string, more: object = {}): FilmAnswer => ({ status: 200, body: { id, status, ...nothing, ...more } })
  const thinks = modelOf(task) === 'flux-3-image'
  switch (state) {
    case 'queued':
      return answer(thinks ? 'Reasoning' : 'Pending')
    case 'running':
      return answer(thinks ? 'Generating' : 'Pending', { progress: 0.4 })
    case 'moderated':
      return answer(body.safety_tolerance === 0 ? 'Request Moderated' : 'Content Moderated', {
        details: { 'Moderation Reasons': ['Derivative Works Filter'] },
      })
    case 'failed':
      return answer('Error', { error: 'Generation failed' })
    case 'expired':
      return notFound(id)
    default: {
      const made = { prompt: body.prompt, seed: body.seed ?? 1234, duration: 4.2, ...(sample === undefined ? {} : { sample }) }
      return answer('Ready', { result: made, cost: 3 })
    }
  }
}

export const blackForestLabs: FilmVendor = {
  name: 'black forest labs',
  words: {
    ...{ queued: 'Pending', running: 'Pending', succeeded: 'Ready', failed: 'Error', moderated: 'Content Moderated' },
    expired: 'Task not found',
  },
  rejectsUnknown: true,
  identify({ headers }, keys) {
    const shown = headers['x-key']
    if (typeof shown !== 'string') return detail(403, 'Not authenticated')
    if (!/^[\w-]+$/.test(shown)) return detail(422, 'Invalid API key format')
    return keys.includes(shown) ? shown : detail(403, 'Not authenticated - Invalid Authentication')
  },
  rejectBody: ({ field, message }) => detail(422, [{ type: 'value_error', loc: ['body', field], msg: message }]),
  noTask: notFound,
  noRoute: detail(404, 'Not Found'),
  idOf: (number) => `6f1c2a9e-0d3b-4c5e-8f7a-${number.toString(16).padStart(12, '0')}`,
  doors: [
    {
      ...{ does: 'submit', method: 'POST', path: SUBMITS, isAt: (request) => modelOf(request) in models, check: rejected },
      answer(visit, task) {
        const answer = limited(visit, task)
        if (answer) visit.forget(task)
        if (answer) return answer
        const { id } = task
        const price = { cost: 3, input_mp: 0, output_mp: 1.05 }
        const { webhook_url } = visit.body
        if (webhook_url) return { status: 200, body: { id, status: 'Pending', webhook_url, ...price } }
        return { status: 200, body: { id, polling_url: `${visit.url}/v1/get_result?id=${id}`, ...price } }
      },
    },
    {
      ...{ does: 'poll', method: 'GET', path: /^\/v1\/get_result$/, idOf: ({ query }) => query.get('id') ?? '' },
      check: ({ query }) =>
        query.get('id') ? undefined : detail(422, [{ type: 'missing', loc: ['query', 'id'], msg: 'Field required', input: null }]),
      answer: (visit, task) => told(task, visit.link(task, 'png')),
    },
    { does: 'list', method: 'GET', path: /^\/v1\/credits$/, answer: () => ({ status: 200, body: { credits: 1234.5 } }) },
  ],
}
