// OpenAI's models at AWS as they refuse: OpenAI's dialects below an address of AWS, by AWS's ids of models. Source: AWS, Bedrock user guide, "Chat
// Completions API" and "Responses API", 2026.
import type { StrictVendor } from '@waystation/wire/testing/strict/judge'
import { openaiChat, openaiResponses } from '@waystation/wire/testing/strict/openai/index'
import { fields } from '../fake-dialects/fake-dialect.ts'

/** What stands before all paths of an AWS channel whose requests the fake judges; its signatures are checked there, whatever the path. */
export const AWS_BASE = '/aws'
const OPENAI = `${AWS_BASE}/openai`
const ID = /^(?:[a-z-]+\.)?openai\.(.+?)(?:-\d+:\d+)?$/
const UNKNOWN_MODEL = 404

export const strictAws: StrictVendor = {
  name: 'aws',
  rules: [...openaiChat.rules, ...openaiResponses.rules],
  judge({ path: given, headers, body }) {
    const path = given.replace(OPENAI, '')
    const asked = fields(body)
    const model = ID.exec(String(asked.model))?.[1]
    if (model === undefined) return refusal(`model \`${String(asked.model)}\` isn't supported on this route`)
    if (path === '/v1/responses' && model.startsWith('gpt-oss')) return refusal(`model \`${model}\` isn't supported on this route`)
    const vendor = path === '/v1/responses' ? openaiResponses : openaiChat
    const judged = (name: string) =>
      vendor.judge({ path, headers: { ...headers, authorization: 'Bearer key' }, body: { ...asked, model: name } })
    const found = judged(model)
    return found?.status === UNKNOWN_MODEL ? undefined : found
  },
}

function refusal(message: string) {
  return { status: 400, body: { error: { code: 'validation_error', message } }, rule: message, source: 'AWS, "Responses API"' }
}
