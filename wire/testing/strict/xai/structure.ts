// What the body of a request to api.x.ai must be made of. Fields that it does not know are ignored.
import { serdeComplaint, serdeRules } from '../alike/serde.ts'
import type { Walk } from '../alike/vendor.ts'
import {
  anything,
  decimal,
  dictionary,
  either,
  firstFault,
  flag,
  integer,
  list,
  nullable,
  open,
  required,
  type Shape,
  tagged,
  text,
  words,
} from '../shape.ts'
import type { Complaint } from './complaint.ts'

const parts = tagged('type', {
  text: open({ text: required(text()) }),
  image_url: open({ image_url: required(open({ url: required(text()) })) }),
  file: open({}),
})
const content = nullable(either(text(), list(parts)))
const toolCall = open({
  id: required(text()),
  function: required(open({ name: required(text()), arguments: required(text()) })),
})
const spoken = open({ content, name: nullable(text()) })
const roles: Record<string, Shape> = {
  system: spoken,
  developer: spoken,
  user: spoken,
  assistant: open({ content, reasoning_content: nullable(text()), tool_calls: nullable(list(toolCall)) }),
  tool: open({ content, tool_call_id: nullable(text()) }),
  function: spoken,
}

const functionTool = open({
  function: required(open({ name: required(text()), description: nullable(text()), parameters: nullable(dictionary(anything())) })),
})
/** Kinds beside functions are the vendor's own. */
const tool = tagged('type', { function: functionTool, other: open({}) }, { otherwise: 'function', strangersAre: 'other' })
const namedChoice = open({ function: required(open({ name: required(text()) })) })

const bodyShape = open({
  messages: required(list(tagged('role', roles))),
  model: required(text()),
  frequency_penalty: nullable(decimal()),
  presence_penalty: nullable(decimal()),
  logprobs: nullable(flag()),
  top_logprobs: nullable(integer()),
  max_completion_tokens: nullable(integer()),
  max_tokens: nullable(integer()),
  n: nullable(integer()),
  parallel_tool_calls: nullable(flag()),
  reasoning_effort: nullable(text()),
  response_format: nullable(
    tagged('type', {
      text: open({}),
      json_object: open({}),
      json_schema: open({ json_schema: required(open({ schema: required(dictionary(anything())) })) }),
    }),
  ),
  seed: nullable(integer()),
  stop: nullable(either(text(), list(text()))),
  stream: nullable(flag()),
  stream_options: nullable(open({ include_usage: nullable(flag()) })),
  temperature: nullable(decimal()),
  top_p: nullable(decimal()),
  tool_choice: nullable(either(words('none', 'auto', 'required'), namedChoice)),
  tools: nullable(list(tool)),
  user: nullable(text()),
})

const REFERENCE = 'https://docs.x.ai/developers/rest-api-reference/inference/chat'
const RECORDED = 'https://github.com/meangrinch/MangaTranslator/issues/48 (2026-01-30)'

export const structure: Walk<Complaint> = {
  rules: serdeRules({
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
