// Vertex AI as it refuses: the makers' own dialects, at other addresses, and with what Google changes in them. Sources: Google Cloud,
// "Generative AI on Vertex AI", 2026; Anthropic, "Claude on Vertex AI", 2026.
import { anthropic } from '@waystation/wire/testing/strict/anthropic/index'
import { gemini } from '@waystation/wire/testing/strict/gemini/index'
import type { Refusal, StrictVendor } from '@waystation/wire/testing/strict/judge'
import { fields } from '../fake-dialects/fake-dialect.ts'

const BELOW = /^\/v1\/(?:projects\/[^/]+\/locations\/[^/]+\/)?publishers\/google\/models\/([^:]+):(\w+)$/
const CLAUDE = /^\/v1\/projects\/[^/]+\/locations\/[^/]+\/publishers\/anthropic\/models\/([^:]+):(rawPredict|streamRawPredict)$/
const OPEN = /^\/v1\/projects\/[^/]+\/locations\/[^/]+\/endpoints\/openapi\/chat\/completions$/
const COUNT = 'count-tokens'

/** The address that the maker of the model has for the same, and the model that stands in this one. Undefined: it is no address of Vertex. */
export function makersAddress(pathname: string): { readonly path: string; readonly model?: string } | undefined {
  const [, google, action] = BELOW.exec(pathname) ?? []
  if (google) return { path: `/v1beta/models/${google}:${action}` }
  const [, claude] = CLAUDE.exec(pathname) ?? []
  if (claude === COUNT) return { path: '/v1/messages/count_tokens' }
  if (claude) return { path: '/v1/messages', model: decodeURIComponent(claude) }
  return OPEN.test(pathname) ? { path: '/v1/chat/completions' } : undefined
}

export const vertexGemini: StrictVendor = {
  name: 'vertex-gemini',
  rules: gemini.rules,
  judge(request) {
    // Only Google's other API wraps the request that is counted.
    if ('generateContentRequest' in fields(request.body)) return refusal('Unknown name "generateContentRequest": Cannot find field.')
    return gemini.judge({ ...request, path: makersAddress(request.path)?.path ?? '' })
  },
}

const versions: Readonly<Record<string, string>> = { 'vertex-2023-10-16': '2023-06-01', '2026-10-21': '2026-10-21' }

export const vertexClaude: StrictVendor = {
  name: 'vertex-claude',
  rules: anthropic.rules,
  judge(request) {
    const { path, model } = makersAddress(request.path) ?? { path: '' }
    const { anthropic_version: named, ...body } = fields(request.body)
    // Google's own name for the first version, and the later ones by Anthropic's: the types of Anthropic's library for Vertex, 1.1.
    const version = versions[String(named)]
    if (version === undefined) return refusal('anthropic_version: Field required')
    if (model !== undefined && 'model' in body) return refusal('model: Extra inputs are not permitted')
    const text = JSON.stringify(body)
    if (/"source":\{"type":"url"/.test(text)) return refusal('URL sources are not supported')
    if (/"strict":(true|false)/.test(text)) return refusal('tools.0.custom.strict: Extra inputs are not permitted')
    if (request.headers['x-api-key'] !== undefined) return refusal('x-api-key: unexpected')
    const headers = { ...request.headers, 'x-api-key': 'key', 'anthropic-version': version }
    const sold = (model ?? String(body.model)).replace(/@(\d{8})$/, '-$1')
    return anthropic.judge({ ...request, path, headers, body: { ...body, model: sold } })
  },
}

function refusal(message: string): Refusal {
  return { status: 400, body: { error: { code: 400, message, status: 'INVALID_ARGUMENT' } }, rule: message, source: 'Vertex AI' }
}
