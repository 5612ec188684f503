// Replicate's predictions on a real socket, written from its documentation and not from the product.
//
// Documented ("HTTP API", its OpenAPI, "Create a prediction", "Prediction lifecycle", "Prediction deadlines", "Output files", "Rate limits", to
// October 2026): paths, headers, fields of a request and of a prediction, states, 201 and 202, that a prediction which nobody waits for starts
// empty, that files need no key and are there for an hour, that official models are called by their name and others by a version.
// Recorded by others, 2025 and 2026: the words of 401, 402, 422 and 429. Guessed: the words of 404, and how a header that is wrong is told. It is
// stricter than the service in this: fields of an input that the model does not have are rejected, where the service passes over them.
import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { PICTURE as BYTES } from '../../fake-films/media.ts'
import { type Step, scenario, step } from '../../fakes/fake-provider-script.ts'
import { ScriptedServer, type SeenRequest } from '../../fakes/scripted-server.ts'
import { communityVersions, officialModels, type PictureModel } from './input-schemas.ts'
import { invalidFields, validationFailed } from './invalid-fields.ts'

export { A_VERSION } from './input-schemas.ts'

/** What every picture is, as base64. */
export const PICTURE = BYTES.toString('base64')
/** States that are none: the server answers 500, or breaks the answer off. */
export const OUT_OF_ORDER = 'out of order'
export const BROKEN_OFF = 'broken off'
/** The number of a picture whose hour is over. */
const GONE = 2

/** How a prediction stands when it is told: of those that succeed without an `output`, as many pictures as its input asks for. */
export interface State {
  readonly status: string
  readonly output?: unknown
  readonly error?: string
}

interface Prediction {
  readonly id: string
  readonly model: string
  readonly version: string
  readonly gives: PictureModel
  readonly input: Record<string, unknown>
  readonly states: State[]
}

const ENDS = new Set(['succeeded', 'failed', 'canceled', 'aborted'])

/** What the API says no with. */
export const refused = (status: number, title: string, detail: string, headers: Readonly<Record<string, string>> = {}): Step[] =>
  scenario.reply(status, { title, detail, status }, headers)

const SHORTEST_SECONDS = 5
const UNITS = { h: 3600, m: 60, s: 1 } as const

/** Seconds of `Cancel-After`: `90`, `90s`, `1m30s`, `2h`; undefined where it is none. */
function secondsOf(deadline: string): number | undefined {
  if (/^\d+$/.test(deadline)) return Number(deadline)
  if (!/^(\d+h)?(\d+m)?(\d+s)?$/.test(deadline)) return undefined
  return [...deadline.matchAll(/(\d+)([hms])/g)].reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit as 'h' | 'm' | 's'], 0)
}

const common = {
  ...{ input: z.looseObject({}), webhook: z.url().optional(), stream: z.boolean().optional() },
  webhook_events_filter: z.array(z.enum(['start', 'output', 'logs', 'completed'])).optional(),
}
const OfficialBody = z.strictObject(common)
const VersionBody = z.strictObject({ ...common, version: z.string() })

/** What its collections have, by their names; a community model has a version. */
const collections: Readonly<Record<string, readonly string[]>> = {
  'text-to-image': ['black-forest-labs/flux-schnell', 'somebody/own-model', 'somebody/unpublished'],
  'image-editing': ['black-forest-labs/flux-kontext-pro', 'black-forest-labs/flux-schnell'],
}

/** Starts it on 127.0.0.1; it takes this key. */
export async function openFakeReplicate(key: string): Promise<FakeReplicate> {
  const server = new FakeReplicate(key)
  await server.listen()
  return server
}

export class FakeReplicate extends ScriptedServer {
  /** The ids of predictions that it was told to stop. */
  readonly canceled: string[] = []
  /** What stands in place of its address in the addresses to ask at; empty: nothing. */
  otherOrigin = ''
  readonly #key: string
  readonly #predictions = new Map<string, Prediction>()
  #plans: (readonly State[])[] = []

  constructor(key: string) {
    super()
    this.#key = key
  }

  /** What the next prediction is when it is made, and then at each question; the last stays. Without a plan it succeeds at once. */
  plan(...states: readonly State[]): void {
    this.#plans.push(states)
  }

  /** The address of a picture. That of number 2 has been taken away. */
  picture(number = 1): string {
    return `${this.url}/files/${number}.png`
  }

  override clear(): void {
    super.clear()
    this.canceled.length = 0
    this.#plans = []
    this.otherOrigin = ''
  }

  protected override answer(request: IncomingMessage, seen: SeenRequest): readonly Step[] {
    const { method = '' } = request
    const file = /^\/files\/(\d+)\.png$/.exec(seen.path)
    if (file && method === 'GET') return fileSteps(Number(file[1]))
    const refuse = (status: number, title: string, detail: string) => {
      seen.refusal = detail
      return refused(status, title, detail)
    }
    const shown = /^(?:Bearer|Token) (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (shown !== this.#key) return refuse(401, 'Unauthenticated', 'You did not pass a valid authentication token')
    const at = `${method} ${seen.path}`
    const missing = () => refuse(404, 'Not found', 'The requested resource could not be found.')
    if (at === 'GET /v1/account') return scenario.reply(200, { type: 'organization', username: 'acme', name: 'Acme' })
    const collection = collections[/^GET \/v1\/collections\/([a-z-]+)$/.exec(at)?.[1] ?? '']
    if (collection) return scenario.reply(200, { name: 'A collection', slug: at.split('/').at(-1), models: collection.map(modelOf) })
    const [, official] = /^POST \/v1\/models\/([\w.-]+\/[\w.-]+)\/predictions$/.exec(at) ?? []
    if (official !== undefined) {
      const gives = officialModels[official]
      return gives ? this.#create(request, seen, { model: official, version: 'hidden', gives }) : missing()
    }
    if (at === 'POST /v1/predictions') return this.#createByVersion(request, seen)
    const [, id = '', cancels] = /^(?:GET|POST) \/v1\/predictions\/(\w+)(\/cancel)?$/.exec(at) ?? []
    const prediction = this.#predictions.get(id)
    if (!prediction || (cancels !== undefined) !== (method === 'POST')) return missing()
    return cancels === undefined ? this.#asked(prediction) : this.#cancel(prediction)
  }

  #createByVersion(request: IncomingMessage, seen: SeenRequest): readonly Step[] {
    const named = String(seen.body.version ?? '')
    const version = named.split(':').at(-1) ?? ''
    const community = communityVersions[version]
    const gives = community ?? officialModels[named]
    const isNamed = community && named.includes(':') ? named.startsWith(`${community.model}:`) : true
    if (seen.body.version === undefined || (gives && isNamed)) {
      const model = community?.model ?? named
      return this.#create(request, seen, { model, version: community ? version : 'hidden', gives: gives ?? NO_MODEL }, VersionBody)
    }
    seen.refusal = 'Invalid version or not permitted'
    const detail = "The specified version does not exist (or perhaps you don't have permission to use it?)"
    return refused(422, seen.refusal, detail)
  }

  #create(
    { headers }: IncomingMessage,
    seen: SeenRequest,
    what: Pick<Prediction, 'model' | 'version' | 'gives'>,
    schema: z.ZodType = OfficialBody,
  ): readonly Step[] {
    const fields = [
      ...invalidFields(schema, seen.body),
      ...invalidFields(what.gives.input, seen.body.input ?? {}).map((one) => ({
        ...{ ...one, field: one.field === '' ? 'input' : `input.${one.field}` },
      })),
      ...headerFaults(headers),
    ]
    if (fields.length > 0) {
      seen.refusal = fields.map(({ field, description }) => `${field}: ${description}`).join(', ')
      return scenario.reply(422, validationFailed(fields))
    }
    const scripted = this.scripted(this.#key, 'call')
    if (scripted) return scripted
    const id = `p${String(this.#predictions.size + 1).padStart(25, '0')}`
    const states = [...(this.#plans.shift() ?? [{ status: 'succeeded' }])]
    const waits = headers.prefer !== undefined
    // Who does not wait is told before it has started.
    if (!waits && states[0]?.status !== 'starting') states.unshift({ status: 'starting' })
    const prediction = { id, input: seen.body.input as Record<string, unknown>, ...what, states }
    this.#predictions.set(id, prediction)
    const [state = { status: 'starting' }] = states
    return this.#told(prediction, waits && !ENDS.has(state.status) ? 202 : 201)
  }

  #asked(prediction: Prediction): readonly Step[] {
    if (prediction.states.length > 1) prediction.states.shift()
    return this.#told(prediction, 200)
  }

  /** What has ended stays as it is. */
  #cancel(prediction: Prediction): readonly Step[] {
    const { id, states } = prediction
    this.canceled.push(id)
    if (!ENDS.has(states[0]?.status ?? '')) states.splice(0, states.length, { status: 'canceled' })
    return this.#told(prediction, 200)
  }

  #told({ id, model, version, gives, input, states: [state = { status: 'starting' }] }: Prediction, status: number): readonly Step[] {
    if (state.status === OUT_OF_ORDER)
      return scenario.reply(500, { title: 'Internal server error', detail: 'Internal server error', status: 500 })
    if (state.status === BROKEN_OFF) return [step.reset()]
    const at = `${this.otherOrigin || this.url}/v1/predictions/${id}`
    const hasEnded = ENDS.has(state.status)
    const pictures = Array.from({ length: gives.count(input) }, () => this.picture())
    const usual = gives.gives === 'one' ? pictures[0] : pictures
    const output = 'output' in state ? state.output : state.status === 'succeeded' ? usual : null
    const times = { created_at: '2026-11-27T10:00:00.000Z', started_at: state.status === 'starting' ? null : '2026-11-27T10:00:01.000Z' }
    return scenario.reply(status, {
      ...{
        id,
        model,
        version,
        input,
        logs: '',
        output,
        data_removed: false,
        error: state.error ?? null,
        source: 'api',
        status: state.status,
      },
      ...{ ...times, completed_at: hasEnded ? '2026-11-27T10:00:04.500Z' : null },
      ...(hasEnded ? { metrics: { predict_time: 3.5, total_time: 4.5 } } : {}),
      urls: { get: at, cancel: `${at}/cancel`, web: `https://replicate.com/p/${id}` },
    })
  }
}

const NO_MODEL: PictureModel = { input: z.unknown(), gives: 'one', count: () => 1 }

/** A model as collections list it. */
function modelOf(name: string): object {
  const [owner, own] = name.split('/')
  const version = Object.entries(communityVersions).find(([, { model }]) => model === name)?.[0]
  const base = { owner, name: own, url: `https://replicate.com/${name}`, visibility: 'public', run_count: 1000 }
  const isOfficial = name in officialModels
  const id = isOfficial ? 'c'.repeat(64) : version
  return { ...base, is_official: isOfficial, latest_version: id === undefined ? null : { id } }
}

/** What is wrong with the headers of a request that makes a prediction. */
function headerFaults({ prefer, 'cancel-after': deadline, 'content-type': type }: IncomingMessage['headers']) {
  const faults = []
  if (!type?.startsWith('application/json')) faults.push({ type: 'header', field: 'Content-Type', description: 'Must be application/json' })
  if (prefer !== undefined && !/^wait(=([1-9]|[1-5]\d|60))?$/.test(String(prefer)))
    faults.push({ type: 'header', field: 'Prefer', description: 'Must be wait, or wait=n with 1 to 60 seconds' })
  if (deadline !== undefined && (secondsOf(String(deadline)) ?? 0) < SHORTEST_SECONDS)
    faults.push({ type: 'header', field: 'Cancel-After', description: 'Must be a duration of at least 5 seconds' })
  return faults
}

const fileSteps = (number: number): readonly Step[] =>
  number === GONE
    ? scenario.reply(404, 'Not Found')
    : [step.head(200, { 'content-type': 'image/png', 'content-length': BYTES.length }), step.bytes(BYTES), step.end()]
