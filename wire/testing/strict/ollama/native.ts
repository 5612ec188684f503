// Ollama's own /api/chat.
import type { Json } from '../../../src/json.ts'
import { type ChatRule, chatVendor, inside, isGiven, saying } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { decodeFault } from './go-types.ts'
import { modelRequired, modelTakesTools, modelThinks } from './model-rules.ts'
import { chatRequest } from './request-types.ts'

const types = 'https://github.com/ollama/ollama/blob/main/api/types.go (2026)'

const levels = ['high', 'medium', 'low', 'max']

const optionTypes: Readonly<Record<string, readonly string[]>> = {
  integer: ['num_keep', 'seed', 'num_predict', 'top_k', 'repeat_last_n', 'num_ctx', 'num_batch', 'num_gpu', 'main_gpu', 'num_thread'],
  float32: ['top_p', 'min_p', 'typical_p', 'temperature', 'repeat_penalty', 'presence_penalty', 'frequency_penalty'],
  array: ['stop'],
}

function optionFits(value: Json, type: string): boolean {
  return type === 'array' ? Array.isArray(value) : typeof value === 'number'
}

const requestRules: readonly ChatRule[] = [
  rule('cannot-unmarshal', `${types}, https://github.com/ollama/ollama/issues/10255 (2025-04-13)`, ({ request }) =>
    decodeFault(chatRequest, request.body as Json, 'ChatRequest'),
  ),
  rule('think-value', `${types}; the levels are those of 0.35 (2026-10)`, ({ body: { think } }) => {
    if (!isGiven(think) || typeof think === 'boolean' || levels.includes(String(think))) return undefined
    const listed = '"high", "medium", "low", "max", true, or false'
    return typeof think === 'string'
      ? `invalid think value: "${think}" (must be ${listed})`
      : `think must be a boolean or string (${listed})`
  }),
  modelRequired,
  modelTakesTools,
  modelThinks(({ think }) => isGiven(think) && think !== false),
  // A broken option is found when the model is loaded, which is an error of the server.
  rule('option-type', types, ({ body }) => {
    const options = inside(body.options)
    for (const [type, names] of Object.entries(optionTypes)) {
      const wrong = names.find((name) => isGiven(options[name]) && !optionFits(options[name], type))
      if (wrong !== undefined) return { status: 500, message: `option "${wrong}" must be of type ${type}` }
    }
    return undefined
  }),
]

/** Ollama's own address. */
export const ollamaNative = chatVendor(
  'ollama-native',
  /\/api\/chat$/,
  requestRules,
  saying(({ message }) => ({ error: message })),
)
