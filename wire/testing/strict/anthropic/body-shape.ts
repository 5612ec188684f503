// The whole body of a request, made from the official SDK's types. Fields and types of a beta exist only for who asks for it.
import { sdkDeclarations } from '../../sdk/declarations.ts'
import { type Addition, type Rules, sdkShapes } from '../../sdk/shapes.ts'
import { anything, decimal, dictionary, integer, nullable, type Shape, text } from '../shape.ts'

/** Tells whether a beta of this name, of any day, is asked for. */
type HasBeta = (name: string) => boolean

const declarations = sdkDeclarations([
  '@anthropic-ai/sdk/resources/beta/messages/messages.d.ts',
  '@anthropic-ai/sdk/resources/messages/messages.d.ts',
])
const body = 'MessageCreateParamsBase'

/** Instructions that change tools in the middle of a conversation. */
const midway = ['mid-conversation', 'inline-tools']

/** What is known only to who asks for one of these betas. */
const ofBetas: readonly (readonly [betas: readonly string[], names: readonly string[]])[] = [
  [['mcp-client'], ['BetaMCPToolUseBlockParam', 'BetaRequestMCPToolResultBlockParam', 'BetaMCPToolListingBlockParam', 'BetaMCPToolset']],
  [['mcp-client'], ofBody('mcp_servers')],
  [['compact'], ['BetaCompactionBlockParam']],
  [['compact', 'context-management'], ofBody('context_management')],
  [['compact-2026-09-04'], ofBody('compaction')],
  [['compact-2026-01-12'], ['BetaCompact20260112Edit']],
  [['context-management'], ['BetaClearToolUses20250919Edit', 'BetaClearThinking20251015Edit']],
  [['structured-outputs'], ofBody('output_format')],
  [['user-profiles'], ofBody('billing_policy')],
  [['advisor-tool'], ['BetaAdvisorToolResultBlockParam', 'BetaAdvisorTool20260301']],
  [['server-side-fallback'], ['BetaFallbackBlockParam', `${body}.fallbacks`]],
  [['fallback-credit'], [`${body}.fallback_credit_token`]],
  [['message-threads'], [`${body}.thread`]],
  [['mid-conversation-system-clear-at'], ['BetaSystemMessageParam.clear_at']],
  // The second is what the vendor's command line calls it (@anthropic-ai/claude-code 2.1.330, `per_message_effort`).
  [['mid-conversation-output-config', 'per-turn-control'], ['BetaSystemMessageParam.output_config']],
  [['thinking-binding-controls'], ['BetaThinkingConfigEnabled.block_binding', 'BetaThinkingConfigAdaptive.block_binding']],
  [['task-budgets'], ['BetaOutputConfig.task_budget']],
  [
    [...midway, 'compact'],
    ['BetaRequestToolAdditionBlock', 'BetaRequestToolRemovalBlock'],
  ],
  [['computer-use-2024-10-22'], ['BetaToolBash20241022', 'BetaToolComputerUse20241022', 'BetaToolTextEditor20241022']],
  [['computer-use-2025-01-24'], ['BetaToolComputerUse20250124']],
  [['computer-use-2025-11-24'], ['BetaToolComputerUse20251124']],
  // Sent as headers.
  [[], ofBody('betas', 'user_profile_id', 'workspace_id')],
]

function ofBody(...fields: string[]): string[] {
  return [body, 'MessageCountTokensParams'].flatMap((type) => fields.map((field) => `${type}.${field}`))
}

const id = { pattern: /^[a-zA-Z0-9_-]+$/ }
const hostedId = { pattern: /^srvtoolu_[a-zA-Z0-9_]+$/ }
const atLeastOne = { min: 1 }
const quoted = { file_id: nullable(text()) }

/** What the vendor checks beside the types: the names of all fields that hold such a value, or of one. */
const additions: Readonly<Record<string, Addition>> = {
  id: hostedId,
  tool_id: hostedId,
  tool_use_id: hostedId,
  'BetaToolUseBlockParam.id': id,
  'BetaMCPToolUseBlockParam.id': id,
  'BetaToolResultBlockParam.tool_use_id': id,
  'BetaRequestMCPToolResultBlockParam.tool_use_id': id,
  'BetaContainerParams.id': { pattern: undefined },
  input: dictionary(anything()),
  'BetaToolUseBlockParam.name': { min: 1, max: 200 },
  'BetaTool.name': { min: 1, max: 128, pattern: /^[a-zA-Z0-9_-]{1,128}$/ },
  'BetaToolChoiceTool.name': atLeastOne,
  model: atLeastOne,
  max_tokens: { min: 0 },
  max_uses: atLeastOne,
  max_characters: atLeastOne,
  max_content_tokens: atLeastOne,
  display_width_px: atLeastOne,
  display_height_px: atLeastOne,
  budget_tokens: { min: 1024 },
  user_id: { max: 256 },
  value: { min: 0 },
  error_code: { oneOf: undefined },
  return_code: { whole: false },
  system: untagged,
  'BetaSystemMessageParam.content': untagged,
  'BetaTool.InputSchema': bare,
  BetaContentBlockParam: (shape) => (shape.is === 'tagged' ? { ...shape, cases: withoutToolChanges(shape.cases) } : shape),
  MessageCreateParamsBase: nullableFields,
  MessageCountTokensParams: nullableFields,
}

/** Fields that the vendor has in its answers, and takes back, or that its older types have. */
const also: NonNullable<Rules['also']> = {
  BetaCitationCharLocationParam: quoted,
  BetaCitationPageLocationParam: quoted,
  BetaCitationContentBlockLocationParam: quoted,
  BetaCitationSearchResultLocationParam: quoted,
  MessageCreateParamsBase: { temperature: decimal(), top_p: decimal(), top_k: integer() },
  ...Object.fromEntries(
    ['BetaCodeExecution', 'BetaBashCodeExecution', 'BetaTextEditorCodeExecution', 'BetaToolSearch'].map((tool) => [
      `${tool}ToolResultBlockParam`,
      { caller: { as: 'BetaToolUseBlockParam.caller' } },
    ]),
  ),
}

/** Only instructions and a summary may change the tools. */
function withoutToolChanges({
  tool_addition: _added,
  tool_removal: _removed,
  ...cases
}: Readonly<Record<string, Shape>>): Record<string, Shape> {
  return cases
}

/** An object that may be of one type only, without that type in the places that the vendor tells. */
function bare(shape: Shape): Shape {
  const [only, ...others] = shape.is === 'tagged' ? Object.values(shape.cases) : []
  return only && others.length === 0 ? { ...shape, ...only } : shape
}

function untagged(shape: Shape): Shape {
  if (shape.is === 'list') return { ...shape, of: bare(shape.of) }
  return shape.is === 'either' ? { ...shape, shapes: shape.shapes.map(untagged) } : shape
}

/** Whether null is refused in these fields is not written down, but for the servers. */
function nullableFields(shape: Shape): Shape {
  if (shape.is !== 'object') return shape
  const fields = Object.entries(shape.fields).map(
    ([name, field]) => [name, field.required || name === 'mcp_servers' ? field : nullable(field)] as const,
  )
  return { ...shape, fields: Object.fromEntries(fields) }
}

const made = new Map<string, Shape>()

/** The body as this call's betas make it. */
export function bodyShape(counting: boolean, betas: readonly string[]): Shape {
  const has: HasBeta = (name) => betas.some((beta) => beta.startsWith(name))
  const hidden = ofBetas.filter(([names]) => !names.some(has)).flatMap(([, names]) => names)
  const key = [counting, ...betas].join()
  const known = made.get(key)
  if (known) return known
  const shapes = sdkShapes(declarations, {
    others: 'refused',
    atObject: true,
    additions: {
      ...additions,
      ...(!midway.some(has) && { 'BetaSystemMessageParam.content': (shape) => ({ ...untagged(shape), required: true }) }),
      ...(!has('thinking-display-updates') && { display: { oneOf: ['summarized', 'omitted'] } }),
    },
    also: { ...also, ...(has('prompt-caching-scope') && { BetaCacheControlEphemeral: { scope: text() } }) },
    without: new Set(hidden),
  })
  const shape = shapes(counting ? 'MessageCountTokensParams' : body)
  made.set(key, shape)
  return shape
}
