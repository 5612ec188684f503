// What the body of a request to api.deepseek.com must be made of. Fields that it does not know are ignored.
import type { JsonObject } from '../../../src/json.ts'
import { contentOf, functionTool, plain, textPart, toolCall } from '../chat-body.ts'
import type { ChatWalk } from '../chat-judge.ts'
import { sourced } from '../judge.ts'
import { textOf } from '../openai/refusal.ts'
import { serdeComplaint } from '../openai-compatible/serde.ts'
import { either, type Fault, firstFault, list, nullable, open, required, type Shape, tagged, text, words } from '../shape.ts'

/** The older models know text only, and their reader does not know the name of another part. */
const readsImages = (model: string) => /v4\.[1-9]|vision|^deepseek-(flash|pro)$/.test(model)

function contentShape(model: string): Shape {
  return contentOf(tagged('type', readsImages(model) ? { text: textPart, image_url: open({}), file: open({}) } : { text: textPart }))
}

const functionCall = { ...toolCall, fields: { ...toolCall.fields, type: words('function') } }

function messagesShape(model: string): Shape {
  const content = contentShape(model)
  const spoken = open({ content: required(content), name: nullable(text()) })
  return list(
    tagged('role', {
      system: spoken,
      user: spoken,
      assistant: open({ content: nullable(content), reasoning_content: nullable(text()), tool_calls: nullable(list(functionCall)) }),
      tool: open({ content: required(content), tool_call_id: required(text()) }),
      latest_reminder: spoken,
    }),
  )
}

const namedChoice = open({ type: required(words('function')), function: required(open({ name: required(text()) })) })

function bodyShape(model: string): Shape {
  return open({
    messages: required(messagesShape(model)),
    model: required(text()),
    thinking: nullable(open({ type: text() })),
    reasoning_effort: nullable(words('none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'ultra')),
    ...plain(['frequency_penalty', 'presence_penalty', 'max_tokens', 'n']),
    response_format: nullable(open({ type: words('text', 'json_object', 'json_schema') })),
    ...plain(['stop', 'stream', 'stream_options', 'temperature', 'top_p']),
    tools: nullable(list(tagged('type', { function: functionTool }))),
    tool_choice: nullable(either(words('none', 'auto', 'required'), namedChoice)),
    ...plain(['logprobs', 'top_logprobs']),
  })
}

const untagged = {
  rule: 'untagged-enum',
  source: 'https://github.com/browser-use/web-ui/issues/314 (2025-02-19), https://github.com/BerriAI/litellm/pull/37470 (2026)',
}

/** A value that may be of several kinds and is of none of them is not told more exactly. */
function untaggedComplaint(fault: Fault): string | undefined {
  const [field, index, inner] = fault.path
  const whole = 'Failed to deserialize the JSON body into the target type: '
  if (field === 'tool_choice' && (fault.kind === 'not-in-list' || fault.kind === 'wrong-type')) {
    return `${whole}tool_choice: data did not match any variant of untagged enum ChatCompletionToolChoiceOption`
  }
  if (inner !== 'content' || fault.path.length > 3 || fault.kind !== 'wrong-type') return undefined
  return `${whole}messages[${index}]: data did not match any variant of untagged enum ChatCompletionRequestContent`
}

export const structure: ChatWalk<string> = {
  rules: [
    ...sourced({
      'unknown-variant':
        'https://github.com/decolua/9router/issues/773 (2026-05-02), https://github.com/Zoo-Code-Org/Zoo-Code/issues/1106 (2026-08-03), https://github.com/BerriAI/litellm/issues/30722 (2026-06-18), https://github.com/clacky-ai/openclacky/issues/427 (2026-08-03)',
      'missing-field': 'https://github.com/deepseek-ai/awesome-deepseek-integration/issues/520 (2025-12-08)',
      'invalid-type': 'https://github.com/cline/cline/issues/230 (2024-09-05), https://api-docs.deepseek.com/api/create-chat-completion',
    }),
    untagged,
  ],
  walk(body: JsonObject) {
    const fault = firstFault(bodyShape(textOf(body.model)), body)
    if (!fault) return undefined
    const complaint = untaggedComplaint(fault)
    return complaint ? { rule: untagged.rule, complaint } : serdeComplaint(fault, body)
  },
}
