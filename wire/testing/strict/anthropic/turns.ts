// The turns of a conversation: their roles, their texts, and how it may end.
import { isObject, type JsonObject } from '../../../src/encoding/json.ts'
import { rule } from '../judge.ts'
import { type Call, firstOf, objectsOf, type Rule, type Turn, textOf } from './call.ts'

/** What only an assistant's turn may hold, and what only a user's. */
const assistantOnly = ['tool_use', 'server_tool_use', 'mcp_tool_use']

export const turnRules: readonly Rule[] = [
  rule('messages-required', 'https://platform.claude.com/docs/en/api/messages, "messages" (2026-11)', ({ body }) =>
    Array.isArray(body.messages) && body.messages.length === 0 ? 'messages: at least one message is required' : undefined,
  ),
  rule(
    'system-turn-not-supported',
    'https://github.com/anthropics/claude-agent-sdk-typescript/issues/350 (2026-06-15)',
    ({ turns, family }) => {
      if (family === undefined || family.systemTurns || !turns.some((turn) => turn.role === 'system')) return undefined
      return 'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.'
    },
  ),
  // A conversation may begin with an assistant's turn (probed in 2026-09), but not with instructions.
  rule(
    'system-turn-place',
    'https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages; the words as probed on the live API in 2026-09',
    ({ turns }) =>
      firstOf(turns, (turn, index) => {
        // Instructions without words, only with an effort, may stand anywhere.
        if (turn.role !== 'system' || turn.blocks.length === 0) return undefined
        const before = turns.slice(0, index).findLast(({ role }) => role !== 'system')
        const after = turns.slice(index + 1).find(({ role }) => role !== 'system')
        const hosted = textOf(before?.blocks.at(-1)?.type).endsWith('_tool_result')
        const anywhere = 'the directive-only form (content: [] with output_config) is accepted at any position'
        if (before?.role !== 'user' && !hosted) {
          return `messages.${index}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result; ${anywhere}`
        }
        if (after === undefined || after.role === 'assistant') return undefined
        return `messages.${index}: role 'system' must precede an 'assistant' message or end the array; ${anywhere}`
      }),
  ),
  rule('turn-not-empty', 'https://github.com/anthropics/claude-code/issues/6774 (2025-08-28)', ({ turns }) => {
    const empty = turns.find((turn) => turn.blocks.length === 0 && turn.role !== 'system' && !isFinalAssistant(turn, turns))
    if (!empty) return undefined
    return `messages.${empty.index}: all messages must have non-empty content except for the optional final assistant message`
  }),
  rule('cached-text-not-empty', 'https://github.com/anthropics/claude-code/issues/50082 (2026-04-17)', ({ turns, body }) => {
    const words = 'cache_control cannot be set for empty text blocks'
    const bad = (block: JsonObject) => isText(block, '') && isObject(block.cache_control)
    const inSystem = objectsOf(body.system).findIndex(bad)
    if (inSystem >= 0) return `system.${inSystem}: ${words}`
    return firstOf(turns, ({ blocks, index }) => {
      const at = blocks.findIndex(bad)
      return at >= 0 ? `messages.${index}.content.${at}.text: ${words}` : undefined
    })
  }),
  rule('text-not-empty', 'https://github.com/anthropics/claude-code/issues/59812 (2026-05-16)', ({ turns, body }) => {
    if (objectsOf(body.system).some((block) => isText(block, ''))) return 'system: text content blocks must be non-empty'
    const bad = turns.some(({ blocks }) =>
      blocks.some((block) => isText(block, '') || objectsOf(block.content).some((one) => isText(one, ''))),
    )
    return bad ? 'messages: text content blocks must be non-empty' : undefined
  }),
  // The vendor's own answers have blank blocks between others, so in an assistant's turn only a wholly blank one is surely refused.
  rule('text-not-blank', 'https://github.com/anthropics/claude-code/issues/23440 (2026-02-05)', ({ turns }) => {
    const blank = turns.some(({ role, blocks }) => (role === 'user' ? blocks.some(isBlank) : blocks.length > 0 && blocks.every(isBlank)))
    return blank ? 'messages: text content blocks must contain non-whitespace text' : undefined
  }),
  rule(
    'calls-in-assistant-turns',
    'https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls (2026-10)',
    ({ turns }) =>
      firstOf(turns, ({ role, blocks, index }) => {
        const call = role === 'user' && blocks.find((block) => assistantOnly.includes(textOf(block.type)))
        return call ? `messages.${index}: \`${textOf(call.type)}\` blocks can only be in \`assistant\` messages` : undefined
      }),
  ),
  rule('results-in-user-turns', 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls (2026-10)', ({ turns }) =>
    firstOf(turns, ({ role, blocks, index }) => {
      const result = role === 'assistant' && blocks.some((block) => block.type === 'tool_result')
      return result ? `messages.${index}: \`tool_result\` blocks can only be in \`user\` messages` : undefined
    }),
  ),
]

/** How a conversation may end. Read after the pairs of calls and results. */
export const endRules: readonly Rule[] = [
  rule(
    'prefill-not-supported',
    'https://platform.claude.com/docs/en/api/errors#prefill-not-supported, recorded in https://github.com/smallmain/vscode-unify-chat-provider/issues/249 (2026-07-07)',
    (call) => {
      const last = call.turns.at(-1)
      // An answer that paused for a hosted tool is sent back as it is, and goes on from there.
      const paused = last?.blocks.some((block) => block.type === 'server_tool_use' || block.type === 'mcp_tool_use')
      if (last?.role !== 'assistant' || paused || !refusesPrefill(call)) return undefined
      return 'This model does not support assistant message prefill. The conversation must end with a user message.'
    },
  ),
  rule('prefill-ends-in-space', 'https://github.com/tailcallhq/forgecode/issues/1872 (2025-11-08)', ({ turns }) => {
    const last = turns.at(-1)
    const block = last?.role === 'assistant' ? last.blocks.at(-1) : undefined
    const spaced = block?.type === 'text' && /\s$/.test(textOf(block.text))
    return spaced ? 'messages: final assistant content cannot end with trailing whitespace' : undefined
  }),
]

/** Claude 4.6 and later refuse it, also those of which we know nothing else. */
function refusesPrefill({ family, model }: Call): boolean {
  return family ? !family.prefill : /^claude-(?:opus|sonnet|haiku|fable|mythos)-[5-9]/.test(model)
}

function isFinalAssistant(turn: Turn, turns: readonly Turn[]): boolean {
  return turn.role === 'assistant' && turn === turns.at(-1)
}

function isBlank({ type, text }: JsonObject): boolean {
  return type === 'text' && textOf(text) !== '' && textOf(text).trim() === ''
}

function isText(block: JsonObject, text: string): boolean {
  return block.type === 'text' && block.text === text
}
