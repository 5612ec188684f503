// Azure OpenAI as it refuses: OpenAI's dialects at addresses of deployments, with a key or token of its own. Sources: Microsoft, "Azure OpenAI
// REST API reference", "Azure OpenAI v1 API", 2026, and the recorded words of its errors.
import type { Refusal, StrictVendor } from '@waystation/wire/testing/strict/judge'
import { openaiChat, openaiResponses } from '@waystation/wire/testing/strict/openai/index'
import { fields } from '../fake-dialects/fake-dialect.ts'

/** With or without what is before the paths that everybody has. */
const CURRENT = /^(?:\/openai)?(\/v1\/.+)$/
const OLDER = /^\/openai\/deployments\/([^/]+)(\/(?:chat\/completions|completions|embeddings|audio\/\w+|images\/(?:generations|edits)))$/
const UNKNOWN_MODEL = 404
/** A deployment may have any name: it is judged by what all models share, where the name says nothing. */
const ANY_MODEL = 'gpt-any'

/** The address that OpenAI has for the same, and the deployment that stands in this one. Undefined: it is no address of Azure's. */
export function openaisAddress(pathname: string): { readonly path: string; readonly model?: string } | undefined {
  const [, deployment, task] = OLDER.exec(pathname) ?? []
  if (deployment) return { path: `/v1${task}`, model: decodeURIComponent(deployment) }
  const path = CURRENT.exec(pathname)?.[1] ?? (pathname === '/openai/models' ? '/v1/models' : undefined)
  return path === undefined ? undefined : { path }
}

export const strictAzure: StrictVendor = {
  name: 'azure',
  rules: [...openaiChat.rules, ...openaiResponses.rules],
  judge({ path, query = {}, headers, body }) {
    const shown = [headers['api-key'], headers.authorization?.startsWith('Bearer eyJ') ? headers.authorization : undefined]
    if (shown.filter((one) => one !== undefined).length !== 1)
      return refusal(401, '401', 'Access denied due to invalid subscription key or wrong API endpoint.')
    const version = query['api-version']
    const isKnown = CURRENT.test(path)
      ? version === undefined || /^(v1|preview)$/.test(version)
      : /^20\d\d-\d\d-\d\d(-preview)?$/.test(version ?? '')
    if (!isKnown) return refusal(404, '404', 'Resource not found')
    const address = openaisAddress(path)
    const vendor = address?.path === '/v1/chat/completions' ? openaiChat : address?.path === '/v1/responses' ? openaiResponses : undefined
    if (!address || !vendor) return undefined
    const asked = (model: unknown) => ({
      path: address.path,
      headers: { ...headers, authorization: 'Bearer key' },
      body: { ...fields(body), model },
    })
    const found = vendor.judge(asked(address.model ?? fields(body).model))
    return found?.status === UNKNOWN_MODEL ? vendor.judge(asked(ANY_MODEL)) : found
  },
}

function refusal(status: number, code: string, message: string): Refusal {
  return { status, body: { error: { code, message } }, rule: message, source: 'Microsoft, "Azure OpenAI REST API reference"' }
}
