// What the body of a request to api.x.ai must be made of. Fields that it does not know are ignored.
import { answerFormat, contentOf, imagePart, plain, textPart, toolCall, toolChoice } from '../chat-body.ts'
import type { ChatWalk } from '../chat-judge.ts'
import { sourced } from '../judge.ts'
import { serdeComplaint } from '../openai-compatible/serde.ts'
import { anything, dictionary, firstFault, list, nullable, open, required, tagged, text } from '../shape.ts'
import type { Complaint } from './complaint.ts'

const content = nullable(contentOf(tagged('type', { text: textPart, image_url: imagePart, file: open({}) })))
const spoken = open({ content, name: nullable(text()) })
const roles = {
  ...{ system: spoken, developer: spoken, user: spoken },
  assistant: open({ content, reasoning_content: nullable(text()), tool_calls: nullable(list(toolCall)) }),
  tool: open({ content, tool_call_id: nullable(text()) }),
  function: spoken,
}
const bodyShape = open({
  messages: required(list(tagged('role', roles))),
  model: required(text()),
  ...plain(['frequency_penalty', 'presence_penalty', 'logprobs', 'top_logprobs', 'max_completion_tokens', 'max_tokens', 'n']),
  ...plain(['parallel_tool_calls', 'reasoning_effort']),
  response_format: answerFormat({ schema: required(dictionary(anything())) }),
  ...plain(['seed', 'stop', 'stream', 'stream_options', 'temperature', 'top_p']),
  tool_choice: toolChoice,
  ...plain(['tools', 'user']),
})

const REFERENCE = 'https://docs.x.ai/developers/rest-api-reference/inference/chat'
const RECORDED = 'https://github.com/meangrinch/MangaTranslator/issues/48 (2026-01-30)'

export const structure: ChatWalk<Complaint> = {
  rules: sourced({
    'unknown-variant': `${REFERENCE}, ${RECORDED}`,
    'missing-field': `https://github.com/CherryHQ/cherry-studio/issues/4732 (2025-04-12), ${REFERENCE}`,
    'invalid-type': `${REFERENCE}, ${RECORDED}`,
  }),
  walk(body) {
    const fault = firstFault(bodyShape, body)
    if (!fault) return undefined
    const { rule, complaint } = serdeComplaint(fault, body)
    // The reader of the body answers before the vendor's own form is known.
    return { rule, complaint: { status: 422, body: complaint } }
  },
}
