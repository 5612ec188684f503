// What the messages of a request to api.mistral.ai must be to each other.
import type { JsonObject } from '../../../src/json.ts'
import { type ChatRule, type ChatWalk, callsOf } from '../chat-judge.ts'
import { rule } from '../judge.ts'
import { isGiven, objects, textOf } from '../openai/refusal.ts'
import { type Complaint, refused } from './complaint.ts'

const VALIDATOR = 'https://github.com/mistralai/mistral-common/blob/main/src/mistral_common/protocol/instruct/validator.py'
const ORDER = ['invalid_request_message_order', '3230'] as const

/** The roles that may come after each role. */
const following: Readonly<Record<string, readonly string[]>> = {
  system: ['user', 'assistant', 'system'],
  user: ['assistant', 'system', 'user'],
  assistant: ['assistant', 'user', 'tool'],
  tool: ['assistant', 'tool'],
}

export const orderChecks: readonly ChatRule<Complaint>[] = [
  rule('no-messages', VALIDATOR, ({ body }) =>
    objects(body.messages).length > 0 ? undefined : refused('Conversation must have at least one message', ...ORDER),
  ),
  rule(
    'last-role',
    'https://github.com/huggingface/smolagents/issues/757 (2025-02-23), https://github.com/0xPlaygrounds/rig/issues/708 (2025-08-16)',
    ({ body }) => {
      const last = objects(body.messages).at(-1)
      if (last?.role !== 'assistant' || last.prefix === true) return undefined
      return refused('Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant', ...ORDER)
    },
  ),
  rule(
    'role-order',
    'https://github.com/mistralai/mistral-vibe/issues/1114 (2026-09-19), https://github.com/datapizza-labs/datapizza-ai/issues/98 (2025-12-04), https://github.com/zed-industries/zed/issues/37021 (2026-04-29)',
    ({ body }) => {
      const roles = objects(body.messages).map(({ role }) => textOf(role))
      const place = roles.findIndex((role, index) => index > 0 && !following[roles[index - 1] ?? '']?.includes(role))
      return place < 0 ? undefined : refused(`Unexpected role '${roles[place]}' after role '${roles[place - 1]}'`, ...ORDER)
    },
  ),
  rule('prefix-not-last', VALIDATOR, ({ body }) => {
    const isEarly = objects(body.messages)
      .slice(0, -1)
      .some(({ prefix }) => prefix === true)
    return isEarly ? refused('Assistant message with prefix True must be last message', ...ORDER) : undefined
  }),
]

const count = {
  rule: 'number-of-responses',
  source: 'https://github.com/mistralai/client-python/issues/234 (2025-06-10), https://github.com/miquido/draive/issues/398 (2025-09-12)',
}
const unexpected = { rule: 'unexpected-tool-call-id', source: VALIDATOR }
const duplicate = { rule: 'duplicate-tool-call-id', source: VALIDATOR }

/** Every call has one response, and every response its call. */
export const responses: ChatWalk<Complaint> = {
  rules: [count, unexpected, duplicate],
  walk(body) {
    let expected = new Set<string>()
    let observed = new Set<string>()
    for (const message of objects(body.messages)) {
      if (message.role === 'tool') {
        const id = textOf(message.tool_call_id)
        if (observed.has(id)) return ordered(duplicate.rule, `Duplicate tool call id ${id} in tool results`)
        if (!expected.has(id)) return ordered(unexpected.rule, `Unexpected tool call id ${id} in tool results`)
        observed.add(id)
      }
      if (message.role !== 'assistant') continue
      if (observed.size !== expected.size) break
      expected = new Set(callsOf(message).map(({ id }) => textOf(id)))
      observed = new Set()
    }
    return observed.size === expected.size ? undefined : ordered(count.rule, 'Not the same number of function calls and responses')
  },
}

const ordered = (rule: string, message: string) => ({ rule, complaint: refused(message, ...ORDER) })

const isId = (id: string) => /^[a-zA-Z0-9]{9}$/.test(id)

export const callChecks: readonly ChatRule<Complaint>[] = [
  rule(
    'assistant-message-with-nothing',
    'https://github.com/OpenHands/OpenHands/issues/8685 (2025-05-24), https://github.com/solbrowse/extension/issues/16 (2025-06-30)',
    ({ body }) => {
      const found = objects(body.messages).some((one) => one.role === 'assistant' && callsOf(one).length === 0 && isEmpty(one))
      return found
        ? refused('Assistant message must have either content or tool_calls, but not none.', 'invalid_assistant_message', '3240')
        : undefined
    },
  ),
  rule('tool-call-id-not-defined', `https://github.com/Gage-Technologies/mistral-go/issues/8 (2025-02-12), ${VALIDATOR}`, ({ body }) => {
    const messages = objects(body.messages)
    const call = messages.flatMap(callsOf).find(({ id }) => !isGiven(id) || id === 'null')
    if (call) return refused('Tool call id has to be defined in serving mode.', 'invalid_function_call', '3280')
    const isWithout = messages.some(({ role, tool_call_id: id }) => role === 'tool' && !isGiven(id))
    return isWithout ? refused('Tool call id has to be defined.') : undefined
  }),
  rule(
    'tool-call-id',
    'https://github.com/nearai/ironclaw/issues/1241 (2026-03-16), https://github.com/karthink/gptel/issues/1203 (2026-01-07), https://github.com/editor-code-assistant/eca/issues/233 (2025-12-13)',
    ({ body }) => {
      const messages = objects(body.messages)
      const ids = messages.flatMap((one) => (one.role === 'tool' ? [textOf(one.tool_call_id)] : callsOf(one).map(({ id }) => textOf(id))))
      const wrong = ids.find((id) => !isId(id))
      if (wrong === undefined) return undefined
      return refused(`Tool call id was ${wrong} but must be a-z, A-Z, 0-9, with a length of 9.`, 'invalid_function_call', '3280')
    },
  ),
]

function isEmpty({ content }: JsonObject): boolean {
  return !isGiven(content) || content === '' || (Array.isArray(content) && content.length === 0)
}
