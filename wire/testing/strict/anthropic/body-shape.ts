// The whole body of a request, from the official SDK's types (@anthropic-ai/sdk 1.11, 2026-11). Fields of a beta exist only for who asks
// for it.
import {
  anything,
  closed,
  decimal,
  either,
  flag,
  integer,
  list,
  nullable,
  type ObjectShape,
  open,
  required,
  type Shape,
  tagged,
  text,
  words,
} from '../shape.ts'
import { byType, cacheControl, contentBlock, type HasBeta, texts } from './block-shapes.ts'
import { tool } from './tool-shapes.ts'

/** The body as this call's betas make it. */
export function bodyShape(counting: boolean, betas: readonly string[]): ObjectShape {
  const has: HasBeta = (name) => betas.some((beta) => beta.startsWith(name))
  const shared = {
    model: required(text({ min: 1 })),
    messages: required(list(message(has))),
    // Whether null is refused here is not written down.
    system: nullable(texts(has)),
    tools: nullable(list(tool(has))),
    tool_choice: toolChoice,
    thinking: thinking(has),
    output_config: outputConfig(has),
    cache_control: cacheControl(has),
    speed: nullable(words('standard', 'fast')),
    ...betaFields(has),
  }
  return closed(counting ? shared : { max_tokens: required(integer({ min: 0 })), ...shared, ...answerFields(has) })
}

/** Fields that only a request for an answer has, not a request for a count. */
function answerFields(has: HasBeta): Record<string, Shape> {
  const skill = closed({ skill_id: required(text()), type: required(words('anthropic', 'custom')), version: text() })
  return {
    stream: nullable(flag()),
    temperature: nullable(decimal()),
    top_p: nullable(decimal()),
    top_k: nullable(integer()),
    stop_sequences: nullable(list(text())),
    metadata: nullable(closed({ user_id: nullable(text({ max: 256 })) })),
    service_tier: nullable(words('auto', 'standard_only')),
    inference_geo: nullable(text()),
    container: nullable(either(text(), closed({ id: nullable(text()), skills: nullable(list(skill)) }))),
    diagnostics: nullable(closed({ previous_message_id: nullable(text()) })),
    ...(has('server-side-fallback') ? { fallbacks: nullable(either(words('default'), list(open({ model: required(text()) })))) } : {}),
    ...(has('fallback-credit') ? { fallback_credit_token: nullable(anything()) } : {}),
    ...(has('message-threads') ? { thread: nullable(open({})) } : {}),
  }
}

function betaFields(has: HasBeta): Record<string, Shape> {
  const configuration = closed({ allowed_tools: nullable(list(text())), enabled: nullable(flag()) })
  const server = byType({
    url: {
      name: required(text()),
      url: required(text()),
      authorization_token: nullable(text()),
      tool_configuration: nullable(configuration),
    },
  })
  const managed = has('context-management') || has('compact')
  return {
    ...(has('mcp-client') ? { mcp_servers: list(server) } : {}),
    ...(managed ? { context_management: nullable(closed({ edits: list(contextEdit(has)) })) } : {}),
    ...(has('compact-2026-09-04') ? { compaction: nullable(byType({ summarize: { instructions: nullable(text()) } })) } : {}),
    ...(has('structured-outputs') ? { output_format: nullable(outputFormat) } : {}),
    ...(has('user-profiles') ? { billing_policy: nullable(open({})) } : {}),
  }
}

function message(has: HasBeta): Shape {
  const content = required(either(text(), list(contentBlock(has))))
  const turn = (role: string) => closed({ role: words(role), content })
  // The second is what the vendor's command line calls it (@anthropic-ai/claude-code 2.1.330, `per_message_effort`).
  const hasOutputConfig = has('mid-conversation-output-config') || has('per-turn-control')
  const system = {
    role: words('system'),
    content: has('mid-conversation') || has('inline-tools') ? either(text(), list(open({}))) : required(texts(has)),
    ...(has('mid-conversation-system-clear-at') ? { clear_at: nullable(words('next_user_message', 'never')) } : {}),
    ...(hasOutputConfig ? { output_config: nullable(open({})) } : {}),
  }
  return tagged('role', { user: turn('user'), assistant: turn('assistant'), system: closed(system) })
}

const parallel = { disable_parallel_tool_use: flag() }
const toolChoice = nullable(byType({ auto: parallel, any: parallel, tool: { name: required(text({ min: 1 })), ...parallel }, none: {} }))

function thinking(has: HasBeta): Shape {
  const binding = has('thinking-binding-controls') ? { block_binding: nullable(open({})) } : {}
  const displays = has('thinking-display-updates') ? words('summarized', 'omitted', 'updates') : words('summarized', 'omitted')
  const shown = { display: nullable(displays), ...binding }
  return nullable(
    byType({
      enabled: { budget_tokens: required(integer({ min: 1024 })), ...shown },
      adaptive: shown,
      disabled: {},
      between_tools: {},
    }),
  )
}

const outputFormat = byType({ json_schema: { schema: required(open({})) } })

function outputConfig(has: HasBeta): Shape {
  const budget = byType({ tokens: { total: required(integer()), remaining: nullable(integer()) } })
  return nullable(
    closed({
      effort: nullable(words('low', 'medium', 'high', 'xhigh', 'max')),
      format: nullable(outputFormat),
      ...(has('task-budgets') ? { task_budget: nullable(budget) } : {}),
    }),
  )
}

function contextEdit(has: HasBeta): Shape {
  const counted = (type: string) => ({ [type]: { value: required(integer({ min: 0 })) } })
  const uses = byType(counted('tool_uses'))
  const tokens = byType(counted('input_tokens'))
  const clearTools = {
    trigger: byType({ ...counted('tool_uses'), ...counted('input_tokens') }),
    keep: uses,
    clear_at_least: nullable(tokens),
    clear_tool_inputs: nullable(anything()),
    exclude_tools: nullable(list(text())),
  }
  const turns = byType({ ...counted('thinking_turns'), all: {} })
  const compact = { trigger: nullable(tokens), instructions: nullable(text()), pause_after_compaction: flag() }
  return byType({
    ...(has('context-management')
      ? { clear_tool_uses_20250919: clearTools, clear_thinking_20251015: { keep: either(words('all'), turns) } }
      : {}),
    ...(has('compact-2026-01-12') ? { compact_20260112: compact } : {}),
  })
}
