// A call in a reply: of a function, or of a custom tool, which takes free text.
import { isObject, parseJson } from '../../json.ts'
import { ownExtras } from '../extras.ts'
import type { ToolCallPart } from '../request.ts'
import { type ItemSink, idOf, type Live, underId, withoutStatus } from './item-sink.ts'
import { NAME } from './name.ts'
import type { NamedTool } from './named-tools.ts'
import { callItem } from './write-item.ts'

/**
 * Begins a call of a function or a custom tool.
 *
 * @param tools the caller's, by the names that the vendor knows
 */
export function startCall(given: ToolCallPart, path: string, tools: ReadonlyMap<string, NamedTool>, sink: ItemSink): Live {
  const isForeign = ownExtras(NAME, given) === undefined
  const tool = isForeign ? tools.get(given.name) : undefined
  let part = isForeign ? asDeclared(given, tool) : given
  // A custom tool takes free text, and whoever knows functions only was given one that takes it as an argument: it is told when it is whole.
  const isHeld = isForeign && tool?.type === 'custom' && given.isCustom !== true
  const index = sink.take()
  if (part.id === '') part = { ...part, id: sink.madeId('call', index) }
  const id = idOf(part, part.isCustom ? 'ctc' : 'fc', index, sink)
  const event = part.isCustom ? 'response.custom_tool_call_input' : 'response.function_call_arguments'
  let text = ''
  const append = (delta: string): void => {
    text += delta
    if (!isHeld) sink.printer.print(`${event}.delta`, { item_id: id, output_index: index, delta })
  }
  sink.add(index, callItem({ ...withoutStatus(part), argumentsText: '' }, { id, status: 'in_progress' }))
  if (given.argumentsText !== '') append(given.argumentsText)
  return {
    grow(grown) {
      const news = ownExtras(NAME, grown)
      if (news !== undefined) part = { ...part, extras: underId(news, id) }
      if (grown.signature !== undefined && news === undefined) sink.losses.add(`${path}.signature`, 'not-expressible')
      if (grown.text) append(grown.text)
    },
    end() {
      if (isHeld) {
        text = freeText(text)
        sink.printer.print(`${event}.delta`, { item_id: id, output_index: index, delta: text })
      } else if (text === '' && isForeign && part.isCustom !== true) append('{}')
      sink.printer.print(`${event}.done`, { item_id: id, output_index: index, [part.isCustom ? 'input' : 'arguments']: text })
      sink.done(index, callItem({ ...part, argumentsText: text }, { id, status: 'completed' }))
    },
  }
}

/** A call as the caller declared the tool: in its namespace, and as a custom tool where it is one. */
function asDeclared(part: ToolCallPart, tool: NamedTool | undefined): ToolCallPart {
  const { extras: _, ...bare } = part
  const isCustom = part.isCustom === true || tool?.type === 'custom'
  const words = tool?.namespace === undefined ? undefined : { namespace: tool.namespace, name: tool.name }
  return { ...bare, ...(isCustom && { isCustom }), ...(words && { extras: { dialect: NAME, spellings: words } }) }
}

/** The free text in the arguments of a function that takes nothing else. */
function freeText(argumentsText: string): string {
  const value = parseJson(argumentsText)
  if (!isObject(value)) return argumentsText
  const texts = Object.values(value).filter((each) => typeof each === 'string')
  const { input } = value
  if (typeof input === 'string') return input
  return texts.length === 1 && Object.keys(value).length === 1 ? (texts[0] ?? '') : argumentsText
}
