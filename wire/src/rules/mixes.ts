import type { LossLog } from '../chat/loss.ts'
import type { ChatRequest } from '../chat/request.ts'
import type { MixRule } from './chat-rules.ts'
import { withInstruction, withSchemaInWords } from './output.ts'

/** What the vendor takes alone and refuses together: the caller's functions stay. */
export function limitMixes(request: ChatRequest, rule: MixRule, losses: LossLog): ChatRequest {
  const { tools = [], output } = request
  if (!tools.some((tool) => tool.kind !== 'vendor')) return request
  if (rule.refusesFunctions) losses.add('tools', 'needed')
  let limited = rule.effortBesideFunctions ? withEffort(request, rule.effortBesideFunctions, losses) : request
  if (rule.refusesHostedBesideFunctions && tools.some((tool) => tool.kind === 'vendor')) {
    for (const [index, tool] of tools.entries()) if (tool.kind === 'vendor') losses.add(`tools[${index}]`, 'not-expressible')
    limited = { ...limited, tools: tools.filter((tool) => tool.kind !== 'vendor') }
  }
  if (rule.refusesJsonBesideFunctions && output?.kind === 'json') {
    losses.add('output', 'not-expressible')
    const { output: _, ...rest } = limited
    limited = withInstruction(rest, 'Answer in JSON.')
  }
  if (rule.refusesSchemaBesideFunctions && output?.kind === 'json-schema') return withSchemaInWords(limited, output, 'text', losses)
  return limited
}

/** Functions are what the caller needs most: the effort gives way. */
function withEffort(request: ChatRequest, { effort, usual }: NonNullable<MixRule['effortBesideFunctions']>, losses: LossLog): ChatRequest {
  const { reasoning } = request
  const asked = reasoning?.effort ?? usual
  if (asked === effort) return request
  if (reasoning !== undefined) losses.add('reasoning.effort', 'not-expressible')
  return { ...request, reasoning: { ...reasoning, effort } }
}
