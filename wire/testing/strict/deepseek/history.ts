// What the messages of a request to api.deepseek.com must be to each other.
import type { JsonObject } from '../../../src/json.ts'
import { type ChatRule, type ChatWalk, callsOf } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { inside, isGiven, objects, textOf } from '../openai/refusal.ts'

/** Thinking is on unless it is turned off; the old name for the quick model never thinks by itself. */
export function isThinking({ model, thinking, reasoning_effort: effort }: JsonObject): boolean {
  const { type } = inside(thinking)
  if (type === 'disabled' || effort === 'none' || effort === 'minimal') return false
  return model !== 'deepseek-chat' || type === 'enabled'
}

const insufficient = {
  rule: 'insufficient-tool-messages',
  source: 'https://github.com/bytedance/deer-flow/issues/2706 (2026-05-03), https://github.com/gptme/gptme/issues/3421 (2026-08-03)',
}
const orphan = {
  rule: 'tool-message-without-call',
  source:
    'https://github.com/qwersyk/Newelle/issues/425 (2026-08-28), https://github.com/agentscope-ai/agentscope-go/issues/7 (2026-09-16)',
}
const duplicate = {
  rule: 'duplicate-tool-call-id',
  source: 'https://github.com/craft-ai-agents/craft-agents-oss/issues/630 (2026-04-29)',
}

const insufficientText =
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)"
const orphanText = "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'"

/** Every call is answered right after it, and no answer comes without its call. */
export const toolOrder: ChatWalk<string> = {
  rules: [insufficient, orphan, duplicate],
  walk(body) {
    const answered = new Set<string>()
    let waiting = new Set<string>()
    let inAnswers = false
    for (const [index, message] of objects(body.messages).entries()) {
      if (message.role === 'tool') {
        const id = textOf(message.tool_call_id)
        if (!inAnswers) return { rule: orphan.rule, complaint: orphanText }
        if (answered.has(id)) return { rule: duplicate.rule, complaint: `Duplicate value for 'tool_call_id' of ${id} in message[${index}]` }
        answered.add(id)
        waiting.delete(id)
        continue
      }
      if (waiting.size > 0) break
      const calls = callsOf(message)
      waiting = new Set(calls.map(({ id }) => textOf(id)))
      inAnswers = calls.length > 0
    }
    return waiting.size > 0 ? { rule: insufficient.rule, complaint: insufficientText } : undefined
  },
}

export const messageChecks: readonly ChatRule<string>[] = [
  rule('no-messages', 'https://api-docs.deepseek.com/api/create-chat-completion (messages: at least one)', ({ body }) =>
    objects(body.messages).length > 0 ? undefined : 'Empty input messages',
  ),
  rule('empty-assistant-message', 'https://github.com/carlrobertoh/ProxyAI/issues/834 (2025-01-26)', ({ body }) => {
    const empty = objects(body.messages).find((one) => one.role === 'assistant' && !isGiven(one.content) && callsOf(one).length === 0)
    return empty && 'Invalid assistant message: content or tool_calls must be set'
  }),
]

/** Only of messages with calls is it certain; whether others need theirs depends on what came before them. An empty one is enough. */
export const thoughtCheck: ChatRule<string> = rule(
  'reasoning-content-not-passed-back',
  'https://api-docs.deepseek.com/guides/thinking_mode, https://github.com/Gitlawb/openclaude/issues/878 (2026-04-24), https://github.com/danny-avila/LibreChat/issues/13366 (2026-05-28)',
  ({ body }) => {
    if (!isThinking(body)) return undefined
    const missing = objects(body.messages).find((one) => callsOf(one).length > 0 && typeof one.reasoning_content !== 'string')
    return missing && 'The `reasoning_content` in the thinking mode must be passed back to the API.'
  },
)
