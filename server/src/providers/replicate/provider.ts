// Pictures of Replicate. A prediction is started with a request that waits for it up to a minute, and asked for after that; the vendor stops it by
// itself when the time of the call is over. Sources: Replicate's HTTP API, "Create a prediction", "Get a prediction" and "Cancel a prediction",
// and "Sync mode" at https://replicate.com/docs/topics/predictions/create-a-prediction, 2026.
import { givenBase } from '@waystation/contract/channels/channel-address'
import { replicate as vendor } from '@waystation/contract/vendors/replicate'
import { isObject, type Json, type JsonObject } from '@waystation/wire/encoding/json'
import { addressesIn, namedModel, type ReplicateWork, readWork } from '@waystation/wire/images/replicate'
import { bodyOf, type Conversation, UnreadableReply, type VendorRequest } from '../conversation.ts'
import { baseOf, type ChannelTarget, type Provider, spokenBy } from '../provider.ts'

/** The most that the vendor keeps a request open for. */
const MOST_WAIT_SECONDS = 60
/** Left of the call's time when such a request is answered without a picture. */
const SPARE_SECONDS = 5
/** The least that the vendor takes as the time of a prediction. */
const LEAST_SECONDS = 5
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 3000

/** Words of models that refuse to make a picture for what is in it. Source: replicate/cog-flux, replicate/cog-stable-diffusion, 2026. */
const REFUSED = /nsfw|sensitive|moderat|safety|\bE005\b/i

/** Its collections of models that make pictures, and that change them. */
const COLLECTIONS = ['text-to-image', 'image-editing']

export const replicate: Provider = {
  ...vendor,
  speaks: spokenBy(vendor),

  address({ model }, channel) {
    const { owner, name, version } = namedModel(model)
    const path = owner === undefined || name === undefined || version !== undefined ? '' : `/models/${inPath(owner)}/${inPath(name)}`
    return addressAt(`${path}/predictions`, channel)
  },

  modelLists: (channel) => COLLECTIONS.map((name) => addressAt(`/collections/${name}`, channel)),

  readModels: (list) => (isObject(list) && Array.isArray(list.models) ? list.models.flatMap(modelName) : undefined),

  /** A prediction that fails is no fault of a key: one that was refused for its prompt is tried nowhere else. */
  normalizeStatus: ({ status, message }) => (status >= 500 && REFUSED.test(message) ? 400 : undefined),

  async converse(conversation: Conversation) {
    const work = readWork(bodyOf(conversation.request))
    const inputs = Array.from({ length: work.predictions }, (_, at) => inputAt(work, at))
    const runs = await Promise.allSettled(inputs.map((input) => madeBy({ ...work, input }, conversation)))
    const output = runs.flatMap((run) => (run.status === 'fulfilled' ? run.value : []))
    const failed = runs.find((run) => run.status === 'rejected')
    // Those that were made are paid for, whatever became of the others.
    if (failed && output.length === 0) throw failed.reason
    return { json: { output } }
  },
}

const inPath = encodeURIComponent

function addressAt(path: string, channel: ChannelTarget) {
  const base = (givenBase(channel.baseUrl) ?? baseOf(vendor, channel)).replace(/\/v1$/, '')
  return { url: new URL(`${base}/v1${path}`), headers: { authorization: `Bearer ${channel.key}` } }
}

/** The name by which a model is called: only those that the vendor keeps itself are called without a version. */
function modelName(model: Json): string[] {
  if (!isObject(model) || typeof model.owner !== 'string' || typeof model.name !== 'string') return []
  const name = `${model.owner}/${model.name}`
  const version = isObject(model.latest_version) ? model.latest_version.id : undefined
  if (model.is_official === true) return [name]
  return typeof version === 'string' ? [`${name}:${version}`] : []
}

/** The input of one of several predictions: the same seed would make the same picture. */
function inputAt({ input }: ReplicateWork, at: number): JsonObject {
  return typeof input.seed === 'number' && at > 0 ? { ...input, seed: input.seed + at } : input
}

/** The pictures of one prediction. Throws where it makes none. */
async function madeBy(work: ReplicateWork, { request, channel, limitMs, send, sendLater, callOff }: Conversation): Promise<string[]> {
  const { version, input, outputs } = work
  const limitSeconds = Math.ceil(limitMs / 1000)
  const waitSeconds = Math.max(1, Math.min(MOST_WAIT_SECONDS, limitSeconds - SPARE_SECONDS))
  const headers = {
    ...request.headers,
    prefer: `wait=${waitSeconds}`,
    'cancel-after': `${Math.max(LEAST_SECONDS, limitSeconds)}s`,
  }
  const reply = await send({ ...request, headers, body: JSON.stringify({ ...(version !== undefined && { version }), input }) })
  let prediction = await reply.json()
  const { get, cancel } = placesOf(prediction, channel)
  for (let pauseMs = FIRST_PAUSE_MS, isWaited = true; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS), isWaited = false) {
    const made = picturesOf(prediction, outputs, isWaited)
    if (made) return made
    const answer = await sendLater(get, pauseMs).catch((error: unknown) => {
      callOff(cancel)
      throw error
    })
    prediction = await answer.json()
  }
}

/** The pictures of a prediction, as many as were requested; undefined where it goes on. @param isWaited it comes when all of them are there */
function picturesOf(prediction: Json | undefined, outputs: number, isWaited: boolean): string[] | undefined {
  const { status, output } = isObject(prediction) ? prediction : {}
  const made = addressesIn(output).slice(0, outputs)
  if (status === 'succeeded') {
    if (made.length > 0) return made
    throw new UnreadableReply('the upstream’s prediction made no picture')
  }
  if (status === 'processing' && isWaited && made.length === outputs) return made
  if (status === 'starting' || status === 'processing') return undefined
  throw new UnreadableReply(`the upstream’s prediction ended as ${typeof status === 'string' ? status : 'nothing that it documents'}`)
}

/** Where a prediction is asked for and stopped: what it names itself counts at the channel's own address only, since the key goes there. */
function placesOf(prediction: Json | undefined, channel: ChannelTarget): Readonly<Record<'get' | 'cancel', VendorRequest>> {
  const { id, urls } = isObject(prediction) ? prediction : {}
  if (typeof id !== 'string' || id === '') throw new UnreadableReply('the upstream did not answer with a prediction')
  const named = isObject(urls) ? urls : {}
  const requestTo = (method: 'GET' | 'POST', given: Json | undefined, path: string): VendorRequest => {
    const { url, headers } = addressAt(path, channel)
    const own = typeof given === 'string' && URL.canParse(given) ? new URL(given) : url
    return { method, url: own.origin === url.origin ? own : url, headers: { ...headers, accept: 'application/json' } }
  }
  return {
    get: requestTo('GET', named.get, `/predictions/${inPath(id)}`),
    cancel: requestTo('POST', named.cancel, `/predictions/${inPath(id)}/cancel`),
  }
}
