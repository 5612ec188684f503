// Pictures of Replicate, by predictions (wire/src/images/replicate.ts). Source: Replicate's HTTP API, "Create a prediction" and "Get a collection", 2026.
import { givenBase } from '@waystation/contract/channels/channel-address'
import { replicate as vendor } from '@waystation/contract/vendors/replicate'
import { isObject, type Json } from '@waystation/wire/encoding/json'
import { namedModel } from '@waystation/wire/images/replicate'
import { baseOf, type ChannelTarget, type Provider, spokenBy } from '../provider.ts'

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
