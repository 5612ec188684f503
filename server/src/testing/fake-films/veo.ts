// Veo at the Gemini API; Vertex AI's is in vertex/veo.ts. Sources: Google, "Generate videos with Veo" (Gemini API), 2026, and the types and mappings of its
// library. Operations are read by their name, and films are given to their key only.
import { z } from 'zod'
import { googleRefusal } from '../fake-files/google-files.ts'
import type { FilmRequest, FilmTask, FilmVendor } from './film-vendor.ts'

const invalid = (message: string) => googleRefusal(400, 'INVALID_ARGUMENT', message)
const MODEL = 'veo-[\\w.-]+'
const models: readonly string[] = [
  ...['veo-2.0-generate-001', 'veo-3.0-generate-001', 'veo-3.0-fast-generate-001'],
  ...['veo-3.1-generate-001', 'veo-3.1-fast-generate-001', 'veo-3.1-lite-generate-001'],
  ...['veo-3.1-generate-preview', 'veo-3.1-fast-generate-preview', 'veo-3.1-lite-generate-preview'],
]

const kept = z.strictObject({ gcsUri: z.string().startsWith('gs://'), mimeType: z.string() })
const sent = z.strictObject({ bytesBase64Encoded: z.base64(), mimeType: z.string() })
const picture = z.union([sent, kept])
const reference = z.strictObject({ image: picture, referenceType: z.enum(['asset', 'style']) })
const instance = {
  ...{ prompt: z.string().optional(), image: picture.optional(), lastFrame: picture.optional() },
  referenceImages: z.array(reference).max(3).optional(),
}
const parameters = {
  ...{
    aspectRatio: z.enum(['16:9', '9:16']).optional(),
    durationSeconds: z.union([z.literal(4), z.literal(5), z.literal(6), z.literal(8)]).optional(),
  },
  ...{ resolution: z.enum(['720p', '1080p', '4k']).optional(), sampleCount: z.int().min(1).max(4).optional() },
  ...{ negativePrompt: z.string().optional(), personGeneration: z.enum(['allow_all', 'allow_adult', 'dont_allow']).optional() },
  seed: z.int().min(0).max(4_294_967_295).optional(),
}
const GeminiBody = z.strictObject({
  instances: z.array(z.strictObject({ ...instance, video: z.strictObject({ uri: z.string() }).optional() })).length(1),
  parameters: z.strictObject(parameters).optional(),
})
type Body = z.infer<typeof GeminiBody>

/** What depends on the model, in the words of the API where they are known. */
function modelFault(model: string, { instances: [asked], parameters: given = {} }: Body): string | undefined {
  const isSecond = model.startsWith('veo-2')
  const { durationSeconds: seconds, resolution, sampleCount = 1 } = given
  if (!asked?.prompt && !asked?.image && !asked?.video) return 'The prompt is empty.'
  if (isSecond && resolution !== undefined) return "`resolution` isn't supported by this model."
  if (resolution === '4k' && !/^veo-3\.1-(fast-)?g/.test(model)) return "`resolution` 4k isn't supported by this model."
  if (seconds !== undefined && seconds === (isSecond ? 4 : 5)) return `Unsupported output video duration ${seconds} seconds.`
  const isWhole = resolution === '1080p' || resolution === '4k' || asked?.referenceImages !== undefined
  if (isWhole && !isSecond && (seconds ?? 8) !== 8) return 'Resolution 1080p, 4k and reference images need a duration of 8 seconds.'
  if (asked?.image !== undefined && asked.referenceImages !== undefined) return 'image and referenceImages exclude each other.'
  return sampleCount > 1 && !isSecond ? 'sampleCount is out of range.' : undefined
}

function check({ path, body }: FilmRequest) {
  const model = new RegExp(`(${MODEL}):`).exec(path)?.[1] ?? ''
  if (!models.includes(model)) return googleRefusal(404, 'NOT_FOUND', `models/${model} is not found for API version v1beta.`)
  const parsed = GeminiBody.safeParse(body)
  const fault = parsed.success ? modelFault(model, parsed.data) : undefined
  return fault === undefined ? undefined : invalid(fault)
}

const rejectBody: FilmVendor['rejectBody'] = ({ field, isUnknown, message }) => {
  const name = field.split('.').at(-1)
  if (isUnknown && !field.includes('.')) return invalid(`Invalid JSON payload received. Unknown name "${field}": Cannot find field.`)
  if (isUnknown)
    return invalid(
      `\`${name}\` isn't supported by this model. Please remove it or refer to the Gemini API documentation for supported usage.`,
    )
  return invalid(name === 'durationSeconds' ? `The value for \`${name}\` is not valid: ${message}` : `${field}: ${message}`)
}

const FILTERED =
  "We encountered an issue with the audio for your prompt. You have not been charged for this attempt because of Vertex AI's usage guidelines."

/** An operation. `results` are what a success holds; the error of one that failed is in its own place. */
function operation(name: string, { state }: FilmTask, type: string, results: object): object {
  if (state === 'queued' || state === 'running') return { name }
  if (state === 'failed')
    return { name, done: true, error: { code: 13, message: 'Video generation failed due to an internal server issue.' } }
  return { name, done: true, response: { '@type': type, ...results } }
}
const isMade = ({ state }: FilmTask) => state === 'succeeded'
const filtered = { raiMediaFilteredCount: 1, raiMediaFilteredReasons: [FILTERED] }

const words = { queued: '', running: '', succeeded: 'done', failed: 'error', moderated: 'raiMediaFilteredCount' }
const OPERATION = `(models/${MODEL}/operations/[a-z0-9]+)`

export const geminiVeo: FilmVendor = {
  name: 'veo at Gemini',
  words,
  rejectsUnknown: true,
  identify({ headers, query }, keys) {
    const shown = headers['x-goog-api-key'] ?? query.get('key')
    if (shown === null)
      return googleRefusal(403, 'PERMISSION_DENIED', "Method doesn't allow unregistered callers (callers without established identity).")
    return keys.includes(String(shown)) ? String(shown) : invalid('API key not valid. Please pass a valid API key.')
  },
  rejectBody,
  noTask: () => googleRefusal(404, 'NOT_FOUND', 'Requested entity was not found.'),
  noRoute: googleRefusal(404, 'NOT_FOUND', 'Not Found'),
  idOf: (number) => `operation${number}`,
  doors: [
    {
      ...{ does: 'submit', method: 'POST', path: new RegExp(`^/v1beta/models/(${MODEL}):predictLongRunning$`), body: GeminiBody },
      check,
      answer: ({ groups }, { id }) => ({ status: 200, body: { name: `models/${groups[0]}/operations/${id}` } }),
    },
    {
      ...{ does: 'poll', method: 'GET', path: new RegExp(`^/v1beta/${OPERATION}$`) },
      idOf: ({ groups }) => groups[0]?.split('/').at(-1) ?? '',
      isFor: ({ groups }, { path }) => path.includes(`/${groups[0]?.split('/')[1]}:`),
      answer({ groups, url }, task) {
        const dead = task.flaw === 'dead-link' ? '-gone' : ''
        const video = task.flaw === 'linkless' ? {} : { uri: `${url}/v1beta/files/${task.id}${dead}:download?alt=media` }
        const generateVideoResponse = isMade(task) ? { generatedSamples: [{ video }] } : filtered
        const type = 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse'
        return { status: 200, body: operation(groups[0] ?? '', task, type, { generateVideoResponse }) }
      },
    },
    {
      // A film is given to its key only, and from another place.
      ...{ does: 'visit', method: 'GET', path: /^\/v1beta\/files\/([a-z0-9-]+):download$/ },
      check: ({ query }) => (query.get('alt') === 'media' ? undefined : invalid('alt must be media')),
      answer: (visit, task) => ({ status: 302, headers: { location: visit.link(task) ?? '' }, body: {} }),
    },
  ],
}
