// Thinking and effort: what each model family takes, and the thinking blocks of earlier turns.
import { isObject } from '../../../src/encoding/json.ts'
import { rule } from '../judge.ts'
import { type Call, firstOf, objectsOf, type Rule, typeOf } from './call.ts'

const troubleshooting = 'https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting (2026-10)'
const useAdaptive = 'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'

export const thinkingRules: readonly Rule[] = [
  rule('thinking-budget-not-supported', troubleshooting, ({ family, body }) =>
    typeOf(body.thinking) === 'enabled' && family && !family.thinking.enabled
      ? `"thinking.type.enabled" is not supported for this model. ${useAdaptive}`
      : undefined,
  ),
  rule('adaptive-thinking-not-supported', troubleshooting, ({ family, body }) =>
    typeOf(body.thinking) === 'adaptive' && family && !family.thinking.adaptive
      ? 'adaptive thinking is not supported on this model'
      : undefined,
  ),
  rule(
    'thinking-cannot-be-disabled',
    `${troubleshooting}; Sonnet 5.5's words: https://platform.claude.com/docs/en/api/errors (2026-10)`,
    ({ family, body }) => {
      if (typeOf(body.thinking) !== 'disabled' || !family) return undefined
      const { disabled, enabled } = family.thinking
      if (disabled === 'between-tools-instead') {
        return 'To turn thinking off on this model, send "thinking": {"type": "between_tools"} instead of {"type": "disabled"}. The model does not think before responding.'
      }
      if (disabled !== false) return undefined
      const instead = enabled
        ? 'Thinking defaults to adaptive mode when not specified; use "thinking.type.enabled" with "budget_tokens" for extended thinking.'
        : useAdaptive
      return `"thinking.type.disabled" is not supported for this model. ${instead}`
    },
  ),
  rule(
    'thinking-budget-below-max-tokens',
    'https://github.com/liuw1535/antigravity2api-nodejs/issues/150 (2026-02-10)',
    ({ body, counting, betas }) => {
      const budget = isObject(body.thinking) ? body.thinking.budget_tokens : undefined
      // With interleaved thinking the budget is that of all blocks of a turn, and may be above.
      if (counting || typeof budget !== 'number' || betas.some((name) => name.startsWith('interleaved-thinking'))) return undefined
      if (budget < Number(body.max_tokens)) return undefined
      return '`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size'
    },
  ),
  rule('effort-not-supported', 'https://github.com/anthropics/claude-code/issues/30795 (2026-03-04)', ({ family, body }) =>
    effortOf(body.output_config) && family?.efforts.length === 0 ? 'This model does not support the effort parameter.' : undefined,
  ),
  rule(
    'effort-level-not-supported',
    'https://github.com/askalf/dario/pull/491 (2026-06-10) and https://github.com/SkillfulAgents/SuperAgent/pull/1142 (2026-09-18)',
    ({ family, body }) => {
      const effort = effortOf(body.output_config)
      if (!effort || !family || family.efforts.some((level) => level === effort)) return undefined
      return `This model does not support effort level '${effort}'. Supported levels: ${family.efforts.join(', ')}.`
    },
  ),
  rule('high-effort-needs-thinking', 'https://github.com/anthropics/claude-code/issues/81084 (2026-07-25)', ({ family, body }) => {
    const effort = effortOf(body.output_config)
    const limited = family?.thinking.disabled === 'up-to-high' && typeOf(body.thinking) === 'disabled'
    if (!limited || (effort !== 'xhigh' && effort !== 'max')) return undefined
    return `output_config.effort '${effort}' is not supported when thinking is disabled on this model. Use effort 'high' or below, or enable thinking.`
  }),
]

/** The thinking blocks of earlier turns. */
export const thoughtRules: readonly Rule[] = [
  rule(
    'thoughts-in-assistant-turns',
    'https://platform.claude.com/docs/en/build-with-claude/thinking#preserving-thinking-blocks (2026-10)',
    ({ turns }) =>
      firstOf(turns, ({ role, blocks, index }) =>
        role === 'user' && blocks.some(isThought)
          ? `messages.${index}.content: thinking blocks may only be in \`assistant\` messages`
          : undefined,
      ),
  ),
  // A signature that is base64 may still be a wrong one: only the vendor can tell.
  rule('thought-has-its-signature', `${troubleshooting}, "A 400 error says a thinking block signature is invalid"`, ({ turns }) =>
    firstOf(turns, ({ blocks, index }) => {
      const bad = blocks.findIndex(({ type, signature }) => type === 'thinking' && !/^[A-Za-z0-9+/_-]+={0,2}$/.test(String(signature)))
      return bad >= 0 ? `messages.${index}.content.${bad}: Invalid \`signature\` in \`thinking\` block` : undefined
    }),
  ),
  rule('tool-loop-starts-with-thought', 'https://github.com/mastra-ai/mastra/issues/7799 (2025-09-12)', (call) =>
    typeOf(call.body.thinking) === 'enabled' ? thoughtlessLoop(call) : undefined,
  ),
  rule(
    'clear-thinking-needs-thinking',
    'https://platform.claude.com/docs/en/build-with-claude/context-editing (2026-10); the words as recorded with Opus 4.8 in 2026',
    (call) => {
      const { context_management: managed } = call.body
      const clears = isObject(managed) && objectsOf(managed.edits).some((edit) => edit.type === 'clear_thinking_20251015')
      return clears && thinksNot(call) ? '`clear_thinking_20251015` strategy requires `thinking` to be enabled or adaptive' : undefined
    },
  ),
  rule('thought-without-thinking', 'https://github.com/tailcallhq/forgecode/issues/1853 (2025-11-07)', (call) => {
    const { turns } = call
    const last = turns.at(-1)
    const at = last?.role === 'assistant' && thinksNot(call) ? last.blocks.findIndex(isThought) : -1
    if (at < 0) return undefined
    return `messages.${turns.length - 1}.content.${at}: When thinking is disabled, an \`assistant\` message in the final position cannot contain \`thinking\`. To use thinking blocks, enable \`thinking\` in your request.`
  }),
  rule('last-block-not-a-thought', 'https://github.com/tailcallhq/forgecode/issues/2107 (2025-12-11)', ({ turns }) => {
    const last = turns.at(-1)
    const block = last?.role === 'assistant' ? last.blocks.at(-1) : undefined
    return block && isThought(block)
      ? `messages.${turns.length - 1}: The final block in an assistant message cannot be \`thinking\`.`
      : undefined
  }),
]

/** With a budget, the calls that are being answered must come from a turn that began with a thought. */
function thoughtlessLoop({ turns }: Call): string | undefined {
  const asked = turns.findLastIndex(({ role, blocks }) => role === 'user' && !blocks.some((block) => block.type === 'tool_result'))
  const loop = turns.slice(asked + 1)
  const answers = loop.filter((turn) => turn.role === 'assistant')
  const first = answers[0]
  const begun = answers.some(({ blocks }) => blocks[0] && isThought(blocks[0]))
  if (!first || loop.at(-1)?.role !== 'user' || begun) return undefined
  const found = String(first.blocks[0]?.type)
  return `messages.${first.index}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${found}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking`
}

/** Thinking is turned off, or not asked for where it must be. */
function thinksNot({ body, family }: Call): boolean {
  const type = typeOf(body.thinking)
  return type === 'disabled' || (type === undefined && family?.thinksUnasked === false)
}

function isThought({ type }: { type?: unknown }): boolean {
  return type === 'thinking' || type === 'redacted_thinking'
}

function effortOf(config: Call['body'][string]): string | undefined {
  return isObject(config) && typeof config.effort === 'string' ? config.effort : undefined
}
