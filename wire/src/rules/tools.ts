import type { LossLog } from '../chat/losses/loss.ts'
import type { ChatRequest, FunctionTool, Tool, ToolChoice } from '../chat/request/request.ts'
import { isObject } from '../encoding/json.ts'
import { flatSchema, isCombined } from './schemas/flat-schema.ts'
import { hasFittingNames, withUsualDefinitions } from './schemas/schema.ts'
import type { ToolsRule } from './vendors/chat-rules.ts'

/** A list of no tools says nothing, and vendors refuse it, as they refuse a choice among none. */
export function withoutUselessTools(request: ChatRequest, losses: LossLog): ChatRequest {
  const { tools: listed = [] } = request
  // Few vendors can be told not to use their own tools, so those are not offered.
  const isIdle = request.toolChoice?.kind === 'none' && listed.every(({ kind }) => kind === 'vendor')
  if (isIdle) for (const [index] of listed.entries()) losses.add(`tools[${index}]`, 'not-expressible')
  if (listed.length > 0 && !isIdle) return request
  if (request.tools === undefined && request.toolChoice === undefined && request.parallelToolCalls === undefined) return request
  const { tools: _, toolChoice, parallelToolCalls: __, ...rest } = request
  if (toolChoice !== undefined && isForced(toolChoice)) losses.add('toolChoice', 'needed')
  else if (toolChoice?.kind === 'unknown') losses.add('toolChoice', 'not-expressible')
  return rest
}

/** Of two tools of one name the first counts: vendors refuse a name that stands twice. */
export function uniqueToolNames(request: ChatRequest, losses: LossLog): ChatRequest {
  const { tools = [] } = request
  const names = new Set<string>()
  const isTwin = (tool: Tool) => tool.kind !== 'vendor' && names.size === names.add(tool.name).size
  const twins = new Set(tools.filter(isTwin))
  if (twins.size === 0) return request
  for (const [index, tool] of tools.entries()) if (twins.has(tool)) losses.add(`tools[${index}]`, 'not-expressible')
  return { ...request, tools: tools.filter((tool) => !twins.has(tool)) }
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

export const isForced = (choice: ToolChoice) =>
  choice.kind === 'required' || choice.kind === 'tool' || (choice.kind === 'some' && choice.isRequired)

/** How many tools there are, how many of them are strict, and what their arguments must have. */
export function limitTools(request: ChatRequest, rule: ToolsRule, losses: LossLog): ChatRequest {
  const { tools } = request
  if (tools === undefined) return request
  if (rule.refusesChoices && request.toolChoice?.kind === 'none') return withoutTools(request, losses)
  if (rule.hosted) nameForcedHosted(request, rule.refusesForcedHosted ? [] : rule.hosted, losses)
  nameRefusedChoice(request, rule, losses)
  const functions = tools.filter(({ kind }) => kind !== 'vendor')
  if (rule.max !== undefined && functions.length > rule.max) losses.add(`tools[${tools.indexOf(functions[rule.max] as Tool)}]`, 'needed')
  let strict = 0
  let isChanged = false
  const limited = tools.map((tool, index): Tool => {
    if (tool.kind !== 'function') return tool
    let kept: FunctionTool = tool
    if (tool.strict === true && rule.mostStrict !== undefined && ++strict > rule.mostStrict) {
      losses.add(`tools[${index}].strict`, 'not-expressible')
      kept = { ...kept, strict: false }
    }
    if (rule.refusesStrict && kept.strict !== undefined) kept = withoutStrict(kept, `tools[${index}].strict`, losses)
    if (rule.needsProperties) kept = withProperties(kept)
    if (rule.renamesDefinitions && kept.parameters !== undefined) kept = { ...kept, parameters: withUsualDefinitions(kept.parameters) }
    if (rule.refusesCombined && kept.parameters !== undefined && isCombined(kept.parameters)) {
      losses.add(`tools[${index}].parameters`, 'not-expressible')
      kept = { ...kept, parameters: flatSchema(kept.parameters) }
    }
    if (rule.propertyNames && !hasFittingNames(kept.parameters ?? null, rule.propertyNames))
      losses.add(`tools[${index}].parameters`, 'needed')
    isChanged ||= kept !== tool
    return kept
  })
  const fitting = isChanged ? { ...request, tools: limited } : request
  const offered = rule.hosted === undefined ? fitting : withoutUselessTools(withoutHosted(fitting, rule.hosted, losses), losses)
  const chosen = withTakenChoice(offered, rule)
  return rule.refusesChoices ? withFreeChoice(chosen, losses) : chosen
}

function withoutStrict({ strict, ...tool }: FunctionTool, path: string, losses: LossLog): FunctionTool {
  if (strict) losses.add(path, 'not-expressible')
  return tool
}

/** The choice left to the model. */
function withFreeChoice(request: ChatRequest, losses: LossLog): ChatRequest {
  const { toolChoice, ...rest } = request
  if (toolChoice === undefined || !isForced(toolChoice)) return request
  losses.add('toolChoice', 'not-expressible')
  return rest
}

/** Where no tool may be called, none is offered. */
function withoutTools({ tools = [], toolChoice: _, parallelToolCalls: __, ...request }: ChatRequest, losses: LossLog): ChatRequest {
  for (const [index] of tools.entries()) losses.add(`tools[${index}]`, 'not-expressible')
  return request
}

function nameRefusedChoice(request: ChatRequest, rule: ToolsRule, losses: LossLog): void {
  const { toolChoice, tools = [] } = request
  const { refusesRequired, refusesNamed } = rule
  if (toolChoice === undefined || !isForced(toolChoice)) return
  const refusesForced = rule.refusesForced === true || (rule.refusesForced === 'thinking' && !isThinkingOff(request))
  const isOfOne = toolChoice.kind === 'tool' || (toolChoice.kind === 'some' ? toolChoice.names.length : tools.length) === 1
  const isRefusedName = refusesNamed && toolChoice.kind === 'tool' && tools.length > 1
  if (refusesForced || (refusesRequired && !isOfOne) || isRefusedName) losses.add('toolChoice', 'needed')
}

/** Does the caller switch thinking off, or ask for next to none? */
function isThinkingOff({ reasoning }: ChatRequest): boolean {
  return reasoning?.isEnabled === false || reasoning?.effort === 'none' || reasoning?.effort === 'minimal'
}

/** The choice in words that the vendor knows: of some tools the others are left out, and the only one is called by its name. */
function withTakenChoice(request: ChatRequest, { refusesSome, refusesRequired, refusesNamed }: ToolsRule): ChatRequest {
  const { toolChoice, tools = [] } = request
  let taken = request
  if (refusesSome && toolChoice?.kind === 'some') {
    const { isRequired } = toolChoice
    const names = new Set(toolChoice.names)
    const kept = tools.filter((tool) => tool.kind === 'vendor' || names.has(tool.name))
    taken = { ...request, tools: kept, toolChoice: { kind: isRequired ? 'required' : 'auto' } }
  }
  if (refusesNamed && taken.toolChoice?.kind === 'tool') return { ...taken, toolChoice: { kind: 'required' } }
  const [only, second] = taken.tools ?? []
  if (!refusesRequired || taken.toolChoice?.kind !== 'required' || only === undefined || only.kind === 'vendor' || second) return taken
  return { ...taken, toolChoice: { kind: 'tool', name: only.name } }
}

/** Without other vendors' own tools for which this one has none. */
function withoutHosted(request: ChatRequest, hosted: readonly string[], losses: LossLog): ChatRequest {
  const { tools = [] } = request
  const isLacking = (tool: Tool) => tool.kind === 'vendor' && !hosted.includes(tool.purpose ?? '')
  if (!tools.some(isLacking)) return request
  for (const [index, tool] of tools.entries()) if (isLacking(tool)) losses.add(`tools[${index}]`, 'not-expressible')
  return { ...request, tools: tools.filter((tool) => !isLacking(tool)) }
}

/** A call must use one of the vendor's own tools, and this vendor has none for that: refused, for the answer would be another. */
function nameForcedHosted({ tools = [], toolChoice }: ChatRequest, hosted: readonly string[], losses: LossLog): void {
  if (toolChoice?.kind !== 'tool') return
  const isLacking = (tool: Tool) => tool.kind === 'vendor' && tool.value.name === toolChoice.name && !hosted.includes(tool.purpose ?? '')
  if (tools.some(isLacking)) losses.add('toolChoice', 'needed')
}

function withProperties(tool: FunctionTool): FunctionTool {
  const { required, ...parameters } = tool.parameters ?? {}
  if ((parameters.type ?? 'object') !== 'object') return tool
  if (isObject(parameters.properties) && required !== null) return tool
  const properties = isObject(parameters.properties) ? parameters.properties : {}
  return { ...tool, parameters: { ...parameters, type: 'object', properties, ...(Array.isArray(required) && { required }) } }
}
