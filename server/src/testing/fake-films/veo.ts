// Veo at the Gemini API and at Vertex AI. Sources: Google, "Generate videos with Veo" (Gemini API), "Veo on Vertex AI video generation API", 2026,
// and the types and mappings of its library. Operations of the Gemini API are read by their name, those of Vertex AI by a call of the model, and
// only the Gemini API's films need the key.
import { z } from 'zod'
import { googleRefusal } from '../fake-files/google-files.ts'
import { bearer, type FilmRequest, type FilmTask, type FilmVendor } from './film-vendor.ts'

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
const VertexBody = z.strictObject({
  instances: z.array(z.strictObject({ ...instance, video: picture.optional() })).length(1),
  parameters: z
    .strictObject({
      ...{ ...parameters, generateAudio: z.boolean().optional(), enhancePrompt: z.boolean().optional() },
      ...{ storageUri: z.string().startsWith('gs://').optional(), compressionQuality: z.enum(['optimized', 'lossless']).optional() },
      ...{ resizeMode: z.enum(['pad', 'crop']).optional(), fps: z.int().optional(), pubsubTopic: z.string().optional() },
    })
    .optional(),
  labels: z.record(z.string(), z.string()).optional(),
})
type Body = z.infer<typeof VertexBody> | z.infer<typeof GeminiBody>

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
  return sampleCount > 1 && !('storageUri' in given) && !isSecond ? 'sampleCount is out of range.' : undefined
}

const checked =
  (schema: typeof VertexBody | typeof GeminiBody) =>
  ({ path, body }: FilmRequest) => {
    const model = new RegExp(`(${MODEL}):`).exec(path)?.[1] ?? ''
    if (!models.includes(model)) return googleRefusal(404, 'NOT_FOUND', `models/${model} is not found for API version v1beta.`)
    const parsed = schema.safeParse(body)
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
      check: checked(GeminiBody),
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

const AT = `(projects/[\\w-]+/locations/[\\w-]+/publishers/google/models/${MODEL})`
const Named = z.strictObject({ operationName: z.string() })

/** Where a film is put; undefined: it is answered. */
function bucketUri({ id, body }: FilmTask): string | undefined {
  const { storageUri } = VertexBody.parse(body).parameters ?? {}
  return storageUri === undefined ? undefined : `${storageUri}/${id}/sample_0.mp4`
}

export const vertexVeo: FilmVendor = {
  name: 'veo at Vertex AI',
  words,
  rejectsUnknown: true,
  identify: bearer(() =>
    googleRefusal(
      401,
      'UNAUTHENTICATED',
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    ),
  ),
  rejectBody,
  noTask: () => googleRefusal(404, 'NOT_FOUND', 'The operation was not found.'),
  noRoute: googleRefusal(404, 'NOT_FOUND', 'Not Found'),
  idOf: (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  doors: [
    {
      ...{ does: 'submit', method: 'POST', path: new RegExp(`^/v1/${AT}:predictLongRunning$`), body: VertexBody },
      check: checked(VertexBody),
      answer: ({ groups }, { id }) => ({ status: 200, body: { name: `${groups[0]}/operations/${id}` } }),
    },
    {
      ...{ does: 'poll', method: 'POST', path: new RegExp(`^/v1/${AT}:fetchPredictOperation$`), body: Named },
      idOf: ({ body }) => String(body.operationName).split('/').at(-1) ?? '',
      isFor: ({ groups, body }, task) => body.operationName === `${groups[0]}/operations/${task.id}` && task.path.includes(`${groups[0]}:`),
      answer(visit, task) {
        const gcsUri = bucketUri(task)
        const place = gcsUri === undefined ? { bytesBase64Encoded: visit.film().toString('base64') } : { gcsUri }
        const video = { ...(task.flaw === 'linkless' ? {} : place), mimeType: 'video/mp4' }
        const results = isMade(task) ? { raiMediaFilteredCount: 0, videos: [video] } : filtered
        const type = 'type.googleapis.com/cloud.ai.large_models.vision.GenerateVideoResponse'
        return { status: 200, body: operation(String(visit.body.operationName), task, type, results) }
      },
    },
    {
      // Cloud Storage, "Objects: get": an object's name is one part of the path, and without `alt` its description is answered.
      ...{ does: 'visit', method: 'GET', path: /^\/storage\/v1\/b\/([\w.-]+)\/o\/([^/]+)$/ },
      check: ({ query }) => (query.get('alt') === 'media' ? undefined : invalid('alt must be media')),
      idOf: ({ groups }) =>
        decodeURIComponent(groups[1] ?? '')
          .split('/')
          .at(-2) ?? '',
      isFor: ({ groups: [bucket, name = ''] }, task) =>
        task.state === 'succeeded' && bucketUri(task) === `gs://${bucket}/${decodeURIComponent(name)}`,
      answer: ({ film }, { flaw }) =>
        flaw === 'dead-link'
          ? googleRefusal(404, 'NOT_FOUND', 'No such object')
          : { status: 200, headers: { 'content-type': 'video/mp4' }, body: film() },
    },
  ],
}
