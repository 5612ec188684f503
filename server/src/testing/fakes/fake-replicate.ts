// Replicate's API for tests, on a real socket: predictions of a few models, with the inputs of their pages, and its collections. Sources:
// Replicate's HTTP API ("Create a prediction", "Get a prediction", "Cancel a prediction", "Get a collection") and the pages "API" of the models,
// 2026. It takes nothing that these do not have.
import type { IncomingMessage } from 'node:http'
import { type Step, scenario, step } from './fake-provider-script.ts'
import { ScriptedServer, type SeenRequest } from './scripted-server.ts'

/** How a prediction stands when it is created, and each time that it is asked for; the last state stays. */
export type State = Readonly<Record<string, unknown>> & { readonly status: string }

const ratios = ['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', 'match_input_image', 'custom']
const files = ['jpg', 'png']

type Check = (value: unknown) => boolean
const isText: Check = (value) => typeof value === 'string'
const isTextList: Check = (value) => Array.isArray(value) && value.every(isText)
const isWhole =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
const isOneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(String(value))

/** By model: its inputs. */
const models: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  'black-forest-labs/flux-schnell': {
    ...{ prompt: isText, aspect_ratio: isOneOf(...ratios.slice(0, 7)), num_outputs: isWhole(1, 4), num_inference_steps: isWhole(1, 4) },
    ...{
      seed: isWhole(0, 2 ** 31),
      output_format: isOneOf('webp', ...files),
      output_quality: isWhole(0, 100),
      go_fast: isOneOf('true', 'false'),
    },
  },
  'black-forest-labs/flux-1.1-pro': {
    ...{
      prompt: isText,
      aspect_ratio: isOneOf(...ratios),
      width: isWhole(256, 1440),
      height: isWhole(256, 1440),
      seed: isWhole(0, 2 ** 31),
    },
    ...{ output_format: isOneOf('webp', ...files), safety_tolerance: isWhole(1, 6) },
  },
  'black-forest-labs/flux-kontext-pro': {
    ...{
      prompt: isText,
      input_image: isText,
      aspect_ratio: isOneOf(...ratios),
      seed: isWhole(0, 2 ** 31),
      output_format: isOneOf(...files),
    },
  },
  'qwen/qwen-image-edit-plus': {
    prompt: isText,
    image: isTextList,
    aspect_ratio: isOneOf(...ratios),
    output_format: isOneOf('webp', ...files),
  },
}
/** Versions of models of users. */
const versions: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  [`5c7d5dc6${'0'.repeat(56)}`]: { prompt: isText, image: isText, seed: isWhole(0, 2 ** 31), aspect_ratio: isOneOf(...ratios) },
}
export const A_VERSION = Object.keys(versions)[0] ?? ''

/** A refusal as the API gives it. */
export const refused = (status: number, title: string, detail: string, headers: Readonly<Record<string, string>> = {}): Step[] =>
  scenario.reply(status, { title, detail, status }, headers)

/** Starts a server on 127.0.0.1 that takes this key. */
export async function openFakeReplicate(key: string): Promise<FakeReplicate> {
  const server = new FakeReplicate(key)
  await server.listen()
  return server
}

/** States that are none: the server fails in place of its answer, or breaks the connection. */
export const OUT_OF_ORDER = 'out of order'
export const BROKEN_OFF = 'broken off'

interface Prediction {
  readonly id: string
  readonly input: unknown
  readonly states: State[]
}

export class FakeReplicate extends ScriptedServer {
  readonly #key: string
  readonly #predictions = new Map<string, Prediction>()
  #planned: (readonly State[])[] = []
  /** Predictions that were stopped. */
  readonly canceled: string[] = []
  /** What stands in place of this server's address in what it names; empty: nothing. */
  otherOrigin = ''

  constructor(key: string) {
    super()
    this.#key = key
  }

  /** How the next prediction goes; without it one succeeds at once. */
  plan(...states: readonly State[]): void {
    this.#planned.push(states)
  }

  override clear(): void {
    super.clear()
    this.#planned = []
    this.canceled.length = 0
    this.otherOrigin = ''
  }

  /** A picture of the given number. */
  picture(number = 1): string {
    return `${this.url}/delivery/${number}.png`
  }

  protected override answer(request: IncomingMessage, seen: SeenRequest): readonly Step[] {
    if (seen.path.startsWith('/delivery/')) return picture(seen)
    const refuse = (status: number, title: string, detail: string) => {
      seen.refusal = detail
      return refused(status, title, detail)
    }
    if (seen.key !== this.#key) return refuse(401, 'Unauthenticated', 'You did not pass a valid authentication token')
    const [, collection] = /^\/v1\/collections\/([a-z-]+)$/.exec(seen.path) ?? []
    if (collection !== undefined)
      return scenario.reply(200, { name: collection, slug: collection, description: '', models: listed(collection) })
    const [, id, action] = /^\/v1\/predictions\/(p\d+)(\/cancel)?$/.exec(seen.path) ?? []
    if (id !== undefined)
      return this.#told(id, action !== undefined, String(request.method)) ?? refuse(404, 'Not found', 'No such prediction')
    const [, name] = /^\/v1\/models\/([^/]+\/[^/]+)\/predictions$/.exec(seen.path) ?? []
    if (request.method !== 'POST' || (name === undefined && seen.path !== '/v1/predictions')) return refuse(404, 'Not found', 'Not found')
    const inputs = name === undefined ? versions[String(seen.body.version)] : models[name]
    if (!inputs) return refuse(404, 'Not found', 'The requested resource could not be found.')
    const fault = faultOf(request, seen, inputs, name === undefined)
    if (fault !== undefined) return refuse(422, 'Input validation failed', fault)
    return this.scripted(seen.key, 'call') ?? this.#created(seen.body.input)
  }

  #created(input: unknown): Step[] {
    const id = `p${this.#predictions.size + 1}`
    const states = this.#planned.shift() ?? [{ status: 'succeeded', output: this.picture() }]
    const prediction = { id, input, states: [...states] }
    this.#predictions.set(id, prediction)
    return scenario.reply(201, this.#shown(prediction))
  }

  #told(id: string, isStopped: boolean, method: string): Step[] | undefined {
    const prediction = this.#predictions.get(id)
    if (!prediction || method !== (isStopped ? 'POST' : 'GET')) return undefined
    if (isStopped) {
      this.canceled.push(id)
      prediction.states.splice(0, prediction.states.length, { status: 'canceled' })
    } else if (prediction.states.length > 1) prediction.states.shift()
    if (prediction.states[0]?.status === OUT_OF_ORDER) return refused(500, 'Internal server error', 'Something went wrong.')
    if (prediction.states[0]?.status === BROKEN_OFF) return scenario.resetBeforeHeaders()
    return scenario.reply(200, this.#shown(prediction))
  }

  #shown({ id, input, states }: Prediction): object {
    const at = `${this.otherOrigin || this.url}/v1/predictions/${id}`
    return {
      ...{
        id,
        model: 'm',
        version: 'hidden',
        input,
        logs: '',
        output: null,
        data_removed: false,
        error: null,
        created_at: '2026-11-27T12:00:00Z',
      },
      ...{ urls: { get: at, cancel: `${at}/cancel`, web: `https://replicate.com/p/${id}` }, ...states[0] },
    }
  }
}

/** What the API finds wrong with a new prediction. */
function faultOf(
  request: IncomingMessage,
  { body }: SeenRequest,
  inputs: Readonly<Record<string, Check>>,
  isVersion: boolean,
): string | undefined {
  const { prefer, 'cancel-after': cancelAfter } = request.headers
  if (!/^wait(=([1-9]|[1-5]\d|60))?$/.test(String(prefer))) return `Prefer: ${String(prefer)}`
  if (!/^([5-9]|[1-9]\d{1,4})s$/.test(String(cancelAfter))) return `Cancel-After: ${String(cancelAfter)}`
  const { input, version: _, ...others } = body
  if (Object.keys(others).length > 0 || 'version' in body !== isVersion) return `fields: ${Object.keys(body).join(', ')}`
  if (typeof input !== 'object' || input === null || !('prompt' in input)) return '- input: prompt is required'
  const wrong = Object.entries(input).find(([field, value]) => inputs[field]?.(value) !== true)
  return wrong && `- input.${wrong[0]}: ${JSON.stringify(wrong[1])}`
}

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
export const PICTURE = PNG.toString('base64')

/** Pictures are delivered to whoever has the address; some are gone. */
function picture({ path }: SeenRequest): Step[] {
  if (!path.startsWith('/delivery/1')) return scenario.reply(404, 'gone')
  return [step.head(200, { 'content-type': 'image/png' }), step.bytes(PNG), step.end()]
}

function listed(collection: string): object[] {
  const official = (owner: string, name: string) => ({ owner, name, is_official: true, latest_version: null })
  if (collection === 'image-editing') return [official('black-forest-labs', 'flux-kontext-pro')]
  return [
    ...[official('black-forest-labs', 'flux-schnell'), official('black-forest-labs', 'flux-kontext-pro')],
    { owner: 'somebody', name: 'own-model', is_official: false, latest_version: { id: A_VERSION } },
    { owner: 'somebody', name: 'unpublished', is_official: false, latest_version: null },
  ]
}
