// Veo at Vertex AI, and the bucket that it puts films into. What requests may hold, and the letters of sources, are in veo-request.ts. More of them:
//   OPS    API, "Poll the status of the video generation long-running operation" and its sample answers; google.longrunning.Operation: `done` is left out
//          while it is false, and `error` and `response` exclude each other
//   RAI    "Responsible AI for Veo": support codes, and which of what was asked for is kept back before it is made and which after
//   ERR    google.rpc.Status as JSON ("AIP-193"), "API errors" of Vertex AI; the words of 401 and 404 are those that callers quote
//   LOC    the CARD's "Supported regions" and "Generative AI on Vertex AI locations": Veo is not at the global endpoint; SEEN: 404 there
//   GCS    Cloud Storage JSON API, "Objects: get", "HTTP status and error codes"
// Guessed: that operations of others are told of as operations that there are not; the words of an operation that has failed for no fault of its request;
// that a film in the answer of one operation is the same at each poll, for as long as the operation is known.

import { z } from 'zod'
import type { FilmAnswer, FilmRequest, FilmTask, FilmVendor, Visit } from '../film-vendor.ts'
import { familyOf, lateFault, modelFault, VeoBody } from './veo-request.ts'

const refused = (code: number, status: string, message: string, more: object = {}): FilmAnswer => ({
  status: code,
  body: { error: { code, message, status, ...more } },
})
const invalid = (message: string) => refused(400, 'INVALID_ARGUMENT', message)

const MODEL_PATH = /^\/v1(?:beta1)?\/(projects\/[^/]+\/locations\/([^/]+)\/publishers\/google\/models\/([^/:]+)):\w+$/
/** LOC: regions, neither `global` nor `us` or `eu`. */
const REGION = /^[a-z]+-[a-z]+\d+$/
const OBJECT_PATH = /^\/storage\/v1\/b\/([^/]+)\/o\/([^/]+)$/

/** The resource of a model, its place and its name, from the path of a method of it. */
function modelOf(path: string): [resource: string, location: string, model: string] {
  const [, resource = '', location = '', model = ''] = MODEL_PATH.exec(path) ?? []
  return [resource, location, model]
}
const nameOf = ({ path, id }: FilmTask) => `${modelOf(path)[0]}/operations/${id}`

function noModel({ path }: FilmRequest): FilmAnswer | undefined {
  const [resource, location, model] = modelOf(path)
  const words = `Publisher Model \`${resource}\` was not found or your project does not have access to it.`
  return familyOf(model) && REGION.test(location) ? undefined : refused(404, 'NOT_FOUND', words)
}

function submissionFault(request: FilmRequest): FilmAnswer | undefined {
  const rejection = noModel(request)
  const body = VeoBody.safeParse(request.body)
  if (rejection || !body.success) return rejection
  const fault = modelFault(modelOf(request.path)[2], body.data)
  return fault && invalid(fault.join(': '))
}

/** What was made, where it was made for a bucket. API, `storageUri`; OPS: `gs://BUCKET/TIMESTAMPED_SUBDIRECTORY/sample_0.mp4`. */
function objectsOf({ body, number, state, flaw }: FilmTask): string[] {
  const { sampleCount = 1, storageUri } = VeoBody.parse(body).parameters ?? {}
  if (storageUri === undefined || state !== 'succeeded' || flaw === 'linkless') return []
  const folder = `${storageUri.replace(/\/$/, '')}/${17_000_000_000_000_000_000n + BigInt(number)}`
  return Array.from({ length: sampleCount }, (_, sample) => `${folder}/sample_${sample}.mp4`)
}

/** OPS: films by their place, or, where no bucket was named, in base64. */
function filmsOf(visit: Visit, task: FilmTask): object[] {
  if (task.flaw === 'linkless') return []
  const { sampleCount = 1, storageUri } = VeoBody.parse(task.body).parameters ?? {}
  const mimeType = 'video/mp4'
  if (storageUri !== undefined) return objectsOf(task).map((gcsUri) => ({ gcsUri, mimeType }))
  const bytesBase64Encoded = visit.film().toString('base64')
  return Array.from({ length: sampleCount }, () => ({ bytesBase64Encoded, mimeType }))
}

/** RAI: what begins with an unfit picture is not begun; a film that came out unfit is counted, and left out. */
const UNFIT_IMAGE =
  "Veo could not generate videos because the input image violates Vertex AI's usage guidelines. If you think this was an error, send feedback. Support codes: 15236754"
const UNFIT_FILM =
  'Veo could not generate 1 videos based on the prompt provided. You will not be charged for blocked videos. Try rephrasing the prompt. If you think this was an error, send feedback. Support codes: 58061214'

function operation(visit: Visit, task: FilmTask): object {
  const { state, fault } = task
  const name = nameOf(task)
  if (state === 'queued' || state === 'running') return { name }
  const failed = (code: number, message: string) => ({ name, done: true, error: { code, message } })
  if (fault !== undefined) return failed(3, fault)
  if (state === 'failed') return failed(13, 'Video generation failed due to an internal server issue. Please try again in a few minutes.')
  if (state === 'moderated' && VeoBody.parse(task.body).instances[0].image) return failed(3, UNFIT_IMAGE)
  const outcome =
    state === 'moderated'
      ? { raiMediaFilteredCount: 1, raiMediaFilteredReasons: [UNFIT_FILM] }
      : { raiMediaFilteredCount: 0, videos: filmsOf(visit, task) }
  return { name, done: true, response: { '@type': 'type.googleapis.com/cloud.ai.large_models.vision.GenerateVideoResponse', ...outcome } }
}

/** GCS: the errors of the JSON API, which are not those of Vertex AI. */
const storageRefused = (code: number, reason: string, message: string): FilmAnswer => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain: 'global', reason }] } },
})
const noObject = (place: string) => storageRefused(404, 'notFound', `No such object: ${place.replace(/^gs:\/\//, '')}`)
const placeOf = ([bucket = '', object = '']: readonly string[]) => `gs://${bucket}/${decodeURIComponent(object)}`

/** GCS: `alt=media` gives the bytes, or a part of them; without it, what is known of the object. */
function storedFilm(visit: Visit, task: FilmTask): FilmAnswer {
  const bytes = visit.film()
  const place = placeOf(visit.groups)
  if (task.flaw === 'dead-link') return noObject(place)
  if (visit.query.get('alt') !== 'media')
    return { status: 200, body: { kind: 'storage#object', contentType: 'video/mp4', size: `${bytes.length}` } }
  const headers = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes' }
  const [, from, to = ''] = /^bytes=(\d+)-(\d*)$/.exec(visit.headers.range ?? '') ?? []
  if (from === undefined) return { status: 200, headers, body: bytes }
  if (Number(from) >= bytes.length) return storageRefused(416, 'requestedRangeNotSatisfiable', 'Request range not satisfiable')
  const part = bytes.subarray(Number(from), to === '' ? undefined : Number(to) + 1)
  const range = `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}`
  return { status: 206, headers: { ...headers, 'content-range': range }, body: part }
}

/** ERR: an access token of OAuth 2, as a bearer; a key of the Gemini API is none. */
function identify({ headers: { authorization = '' }, path }: FilmRequest, keys: readonly string[]): string | FilmAnswer {
  const [, token] = /^Bearer (\S+)$/.exec(authorization) ?? []
  if (token !== undefined && keys.includes(token)) return token
  if (OBJECT_PATH.test(path)) return storageRefused(401, token === undefined ? 'required' : 'authError', 'Invalid Credentials')
  const fault =
    token === undefined ? 'Request is missing required authentication credential.' : 'Request had invalid authentication credentials.'
  return refused(401, 'UNAUTHENTICATED', `${fault} Expected OAuth 2 access token, login cookie or other valid authentication credential.`)
}

const method = (name: string) => new RegExp(`^/v1(?:beta1)?/projects/[^/]+/locations/[^/]+/publishers/google/models/[^/:]+:${name}$`)

export const vertexVeo: FilmVendor = {
  name: 'vertex',
  words: { queued: '', running: '', succeeded: 'videos', failed: 'error', moderated: 'raiMediaFilteredCount' },
  rejectsUnknown: true,
  identify,
  // ERR: unknown fields in these words, with the place of each.
  rejectBody: ({ field, isUnknown, message }) => {
    const name = field.split('.').at(-1)
    const description = `Invalid JSON payload received. Unknown name "${name}": Cannot find field.`
    const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field, description }] }]
    return isUnknown ? refused(400, 'INVALID_ARGUMENT', description, { details }) : invalid(`${field}: ${message}`)
  },
  noTask: (id) => (id.startsWith('gs://') ? noObject(id) : refused(404, 'NOT_FOUND', `Operation not found: ${id}`)),
  noRoute: refused(404, 'NOT_FOUND', 'Not Found'),
  idOf: (number) => `a1b07c8e-7b5a-4aba-bb34-${String(number).padStart(12, '0')}`,
  doors: [
    {
      ...{ does: 'submit', method: 'POST', path: method('predictLongRunning'), body: VeoBody, check: submissionFault },
      lateFault: ({ path, body }) => lateFault(modelOf(path)[2], VeoBody.parse(body)),
      answer: (_, task) => ({ status: 200, body: { name: nameOf(task) } }),
    },
    {
      // OPS: a POST of the model that the operation is of.
      ...{ does: 'poll', method: 'POST', path: method('fetchPredictOperation'), check: noModel },
      body: z.strictObject({ operationName: z.string().regex(/^projects\/.+\/operations\/[^/]+$/, 'is no name of an operation') }),
      idOf: ({ body }) => String(body.operationName).split('/').at(-1) ?? '',
      isFor: ({ path, body }, task) => body.operationName === nameOf(task) && modelOf(path)[0] === modelOf(task.path)[0],
      answer: (visit, task) => ({ status: 200, body: operation(visit, task) }),
    },
    {
      ...{ does: 'visit', method: 'GET', path: OBJECT_PATH },
      idOf: (visit) => visit.tasks().find((task) => objectsOf(task).includes(placeOf(visit.groups)))?.id ?? placeOf(visit.groups),
      answer: storedFilm,
    },
  ],
}
