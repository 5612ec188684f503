// A server of vLLM as a strict fake vendor, after its own source. A request is read by pydantic first ("Bad Request"), then its parameters of
// sampling are looked at ("BadRequestError"). What depends on how a server was started, as its model and its parser of tools, is not judged.
import { chatVendor, saying } from '../chat-judge.ts'
import { bodyRules } from './body-rules.ts'
import { fieldRules } from './field-rules.ts'
import { messageRules } from './message-rules.ts'
import { samplingRules } from './sampling-rules.ts'

/** The chat completions of vLLM. */
export const vllm = chatVendor(
  'vllm',
  /\/chat\/completions$/,
  [...bodyRules, ...fieldRules, ...messageRules, ...samplingRules],
  saying(({ message, details }, status) => ({ error: { message, type: 'BadRequestError', param: null, code: status, ...details } })),
)
