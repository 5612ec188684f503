import { workersAi as vendor } from '@waystation/contract/vendors/workers-ai'
import { isObject } from '@waystation/wire/encoding/json'
import { namesIn } from '../named-models.ts'
import { openAICompatible } from '../openai-compatible.ts'
import type { Operation } from '../provider.ts'

/** What is in no dialect: each model takes and gives fields of its own. */
const RUN: ReadonlySet<Operation> = new Set(['transcription', 'speech'])

export const workersAi = openAICompatible(vendor, {
  /** Source: https://developers.cloudflare.com/workers-ai/get-started/rest-api, 2026. */
  fullUrl: (base, { operation, model }) => (RUN.has(operation) ? `${base}/client/v4/accounts/{other}/ai/run/${pathOf(model)}` : undefined),
  /** A gateway has the model right below itself. Source: https://developers.cloudflare.com/ai-gateway/usage/providers/workersai, 2026. */
  givenUrl(given, { operation, model }) {
    if (!RUN.has(operation)) return undefined
    const base = given.replace(/\/v1$/, '')
    return base.endsWith('/ai') ? `${base}/run/${pathOf(model)}` : `${base}/${pathOf(model)}`
  },

  /** Source: https://developers.cloudflare.com/api/resources/ai/subresources/models, 2026. */
  readModels: (answer) => (isObject(answer) && Array.isArray(answer.result) ? namesIn(answer.result) : undefined),
})

/** The model as it stands in an address: `@cf/openai/whisper`. Throws TypeError on a name that would lead elsewhere. */
function pathOf(model: string): string {
  const parts = model.split('/')
  if (parts.some((part) => /^\.{0,2}$/.test(part))) throw new TypeError(`no model is named ${model}`)
  return parts.map((part) => encodeURIComponent(part).replace('%40', '@')).join('/')
}
