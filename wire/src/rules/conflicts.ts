import type { LossLog } from '../chat/losses/loss.ts'
import type { ChatRequest } from '../chat/request/request.ts'
import { withInstruction, withSchemaInWords } from './output.ts'
import type { ConflictRule } from './vendors/chat-rules.ts'

/** What the vendor takes alone and refuses together: the caller's functions stay. */
export function limitConflicts(request: ChatRequest, rule: ConflictRule, losses: LossLog): ChatRequest {
  const { tools = [], output } = request
  if (tools.length === 0) return request
  const hasFunctions = tools.some((tool) => tool.kind !== 'vendor')
  if (rule.refusesFunctions && hasFunctions) losses.add('tools', 'needed')
  let limited = rule.effortBesideFunctions && hasFunctions ? withEffort(request, rule.effortBesideFunctions, losses) : request
  if (rule.refusesHostedBesideFunctions && hasFunctions && tools.some((tool) => tool.kind === 'vendor')) {
    for (const [index, tool] of tools.entries()) if (tool.kind === 'vendor') losses.add(`tools[${index}]`, 'not-expressible')
    limited = { ...limited, tools: tools.filter((tool) => tool.kind !== 'vendor') }
  }
  if (rule.refusesJsonBesideTools && output?.kind === 'json') {
    losses.add('output', 'not-expressible')
    const { output: _, ...rest } = limited
    limited = withInstruction(rest, 'Answer in JSON.')
  }
  if (rule.refusesSchemaBesideTools && output?.kind === 'json-schema') return withSchemaInWords(limited, output, 'text', losses)
  return limited
}

/** Functions are what the caller needs most: the effort gives way. */
function withEffort(
  request: ChatRequest,
  { effort, usual }: NonNullable<ConflictRule['effortBesideFunctions']>,
  losses: LossLog,
): ChatRequest {
  const { reasoning } = request
  const asked = reasoning?.effort ?? (reasoning?.budgetTokens === undefined ? usual : undefined)
  if (asked === effort) return request
  if (reasoning !== undefined) losses.add('reasoning', 'not-expressible')
  return { ...request, reasoning: { effort } }
}
