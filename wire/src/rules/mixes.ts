import type { LossLog } from '../chat/loss.ts'
import type { ChatRequest } from '../chat/request.ts'
import type { MixRule } from './chat-rules.ts'
import { withSchemaInWords } from './output.ts'

/** What the vendor takes alone and refuses together: the caller's functions stay. */
export function limitMixes(request: ChatRequest, rule: MixRule, losses: LossLog): ChatRequest {
  const { tools = [], output } = request
  if (!tools.some((tool) => tool.kind !== 'vendor')) return request
  let limited = request
  if (rule.refusesHostedBesideFunctions && tools.some((tool) => tool.kind === 'vendor')) {
    for (const [index, tool] of tools.entries()) if (tool.kind === 'vendor') losses.add(`tools[${index}]`, 'not-expressible')
    limited = { ...limited, tools: tools.filter((tool) => tool.kind !== 'vendor') }
  }
  if (rule.refusesSchemaBesideFunctions && output?.kind === 'json-schema') return withSchemaInWords(limited, output, 'text', losses)
  return limited
}
