import { givenBase } from '@waystation/contract/channels/channel-address'
import { gemini as vendor } from '@waystation/contract/vendors/gemini'
import { actionPath, livePath } from '../openai-compatible.ts'
import { baseOf, type Operation, type Provider, settingOfModel, spokenBy } from '../provider.ts'
import { adaptGenerate, generateSettings, isDeadApiKey, withoutEnding } from './generate.ts'

const USUAL_VERSION = 'v1beta'

/** What Google serves in OpenAI's shape too, of the operations above. */
type CompatibleOperation = 'chat' | 'embeddings' | 'models'

/** What is kept there, which is no action of a model. */
const collections: Readonly<Partial<Record<Operation, string>>> = { files: '/files', 'cached-contents': '/cachedContents' }

const kept: typeof collections = { batches: '/batches' }

/** Embeddings that are asked for in OpenAI's shape, and the list of models, go by that shape, which Google serves too. */
export const gemini: Provider = {
  ...vendor,
  speaks: spokenBy(vendor),

  address(call, channel) {
    const given = givenBase(channel.baseUrl)?.replace(/\/openai$/, '')
    const base = baseOf(vendor, channel).replace(/\/v\d\w*$/, '')
    const settings = generateSettings(call.settings)
    const { model } = withoutEnding(call.model, settings)
    const version = settingOfModel(settings.versions, { ...call, model }) ?? settings.versions.default ?? USUAL_VERSION
    if (call.operation === 'live') {
      const url = new URL(`${(given ?? base).replace(/\/v\d\w*$/, '')}${livePath(call.apiVersion === 'v1alpha' ? 'v1alpha' : version)}`)
      return { url, headers: { 'x-goog-api-key': channel.key } }
    }
    if (call.dialect === 'gemini-generate') {
      // A batch is submitted to its model, and read where all batches are.
      const path = (model === '' ? kept[call.operation] : undefined) ?? collections[call.operation] ?? actionPath({ ...call, model })
      const url = new URL(`${given ?? `${base}/${version}`}${path}`)
      return { url, headers: { 'x-goog-api-key': channel.key } }
    }
    const path = { chat: '/chat/completions', embeddings: '/embeddings', models: '/models' }[call.operation as CompatibleOperation]
    return { url: new URL(`${given ?? `${base}/v1beta`}/openai${path}`), headers: { authorization: `Bearer ${channel.key}` } }
  },

  normalizeStatus({ status, code, message }) {
    // A dead key is refused with 400, and a project that was shut off, or a key that was reported as leaked, with 403.
    return status === 403 || (status === 400 && isDeadApiKey(code, message)) ? 401 : undefined
  },

  adapt(body, call) {
    if (call.operation === 'cached-contents') return { ...body, model: `models/${call.model}` }
    return call.operation === 'chat' && call.dialect === 'gemini-generate' ? adaptGenerate(body, call) : body
  },

  bareName(name, settings) {
    const { model, ending } = withoutEnding(name, generateSettings(settings))
    return ending && model
  },
}
