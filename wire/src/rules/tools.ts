import type { LossLog } from '../chat/loss.ts'
import type { ChatRequest, FunctionTool, Tool, ToolChoice } from '../chat/request.ts'
import { isObject } from '../json.ts'
import type { ToolsRule } from './chat-rules.ts'

/** A list of no tools says nothing, and vendors refuse it, as they refuse a choice among none. */
export function withoutUselessTools(request: ChatRequest, losses: LossLog): ChatRequest {
  if (request.tools !== undefined && request.tools.length > 0) return request
  if (request.tools === undefined && request.toolChoice === undefined && request.parallelToolCalls === undefined) return request
  const { tools: _, toolChoice, parallelToolCalls: __, ...rest } = request
  if (toolChoice !== undefined && isForced(toolChoice)) losses.add('toolChoice', 'needed')
  else if (toolChoice?.kind === 'unknown') losses.add('toolChoice', 'not-expressible')
  return rest
}

/** A call must use a tool that is not there. */
export function nameUnknownChoice({ tools = [], toolChoice }: ChatRequest, losses: LossLog): void {
  if (toolChoice?.kind !== 'tool') return
  const isKnown = tools.some((tool) => {
    if (tool.kind !== 'vendor') return tool.name === toolChoice.name
    return tool.value.name === toolChoice.name || tool.type === toolChoice.name
  })
  if (!isKnown) losses.add('toolChoice', 'needed')
}

const isForced = (choice: ToolChoice) =>
  choice.kind === 'required' || choice.kind === 'tool' || (choice.kind === 'some' && choice.isRequired)

/** How many tools there are, how many of them are strict, and what their arguments must have. */
export function limitTools(request: ChatRequest, rule: ToolsRule, losses: LossLog): ChatRequest {
  const { tools } = request
  if (tools === undefined) return request
  if (rule.hosted) nameForcedHosted(request, rule.hosted, losses)
  if (rule.refusesForced && request.toolChoice !== undefined && isForced(request.toolChoice)) losses.add('toolChoice', 'needed')
  if (rule.most !== undefined && tools.length > rule.most) losses.add(`tools[${rule.most}]`, 'needed')
  let strict = 0
  let isChanged = false
  const limited = tools.map((tool, index): Tool => {
    if (tool.kind !== 'function') return tool
    let kept: FunctionTool = tool
    if (tool.strict === true && rule.mostStrict !== undefined && ++strict > rule.mostStrict) {
      losses.add(`tools[${index}].strict`, 'not-expressible')
      kept = { ...kept, strict: false }
    }
    if (rule.needsProperties) kept = withProperties(kept)
    isChanged ||= kept !== tool
    return kept
  })
  return isChanged ? { ...request, tools: limited } : request
}

/** A call must use one of the vendor's own tools, and this vendor has none for that: refused, for the answer would be another. */
function nameForcedHosted({ tools = [], toolChoice }: ChatRequest, hosted: readonly string[], losses: LossLog): void {
  if (toolChoice?.kind !== 'tool') return
  const isLacking = (tool: Tool) => tool.kind === 'vendor' && tool.value.name === toolChoice.name && !hosted.includes(tool.purpose ?? '')
  if (tools.some(isLacking)) losses.add('toolChoice', 'needed')
}

function withProperties(tool: FunctionTool): FunctionTool {
  const { parameters } = tool
  if (parameters === undefined || (parameters.type !== undefined && parameters.type !== 'object') || isObject(parameters.properties))
    return tool
  return { ...tool, parameters: { ...parameters, type: 'object', properties: {} } }
}
