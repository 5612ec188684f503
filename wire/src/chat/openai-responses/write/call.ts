// A call in a reply: of a function, or of a custom tool, which takes free text.
import { isObject, type JsonObject, parseJson } from '../../../encoding/json.ts'
import type { PartDelta } from '../../reply/event.ts'
import { ownExtras } from '../../request/extras.ts'
import type { ToolCallPart } from '../../request/request.ts'
import { NAME } from '../name.ts'
import type { NamedTool } from '../named-tools.ts'
import { callItem } from './item.ts'
import { type ItemSink, idOf, type PartWriter, underId, withoutStatus } from './item-sink.ts'

/** Writes a call of a function or a custom tool. */
export class CallWriter implements PartWriter {
  readonly #path: string
  readonly #sink: ItemSink
  readonly #isForeign: boolean
  /**
   * A custom tool takes free text. A vendor that knows functions only was given one that takes the text as an argument, so the text is known
   * when the arguments are whole.
   */
  readonly #waitsForEnd: boolean
  readonly #index: number
  readonly #id: string
  readonly #event: 'response.custom_tool_call_input' | 'response.function_call_arguments'
  #part: ToolCallPart
  #text = ''

  /**
   * @param path where the part stands in the reply, for losses
   * @param tools the caller's, by the names that the vendor knows
   */
  constructor(initial: ToolCallPart, path: string, tools: ReadonlyMap<string, NamedTool>, sink: ItemSink) {
    this.#path = path
    this.#sink = sink
    this.#isForeign = ownExtras(NAME, initial) === undefined
    const tool = this.#isForeign ? tools.get(initial.name) : undefined
    this.#waitsForEnd = tool?.type === 'custom' && initial.isCustom !== true
    this.#index = sink.take()
    const part = this.#isForeign ? asDeclared(initial, tool) : initial
    this.#part = part.id === '' ? { ...part, id: sink.makeId('call', this.#index) } : part
    this.#id = idOf(part, part.isCustom ? 'ctc' : 'fc', this.#index, sink)
    this.#event = part.isCustom ? 'response.custom_tool_call_input' : 'response.function_call_arguments'
    sink.add(this.#index, callItem({ ...withoutStatus(this.#part), argumentsText: '' }, { id: this.#id, status: 'in_progress' }))
    if (initial.argumentsText !== '') this.#append(initial.argumentsText)
  }

  grow(event: PartDelta): void {
    const extras = ownExtras(NAME, event)
    if (extras !== undefined) this.#part = { ...this.#part, extras: underId(extras, this.#id) }
    if (event.signature !== undefined && extras === undefined) this.#sink.losses.add(`${this.#path}.signature`, 'not-expressible')
    if (event.text) this.#append(event.text)
  }

  end(): void {
    const part = this.#part
    if (this.#waitsForEnd) {
      this.#text = freeText(this.#text)
      this.#print('delta', { delta: this.#text })
    } else if (this.#text === '' && this.#isForeign && part.isCustom !== true) this.#append('{}')
    this.#print('done', { [part.isCustom ? 'input' : 'arguments']: this.#text })
    this.#sink.done(this.#index, callItem({ ...part, argumentsText: this.#text }, { id: this.#id, status: 'completed' }))
  }

  #append(delta: string): void {
    this.#text += delta
    if (!this.#waitsForEnd) this.#print('delta', { delta })
  }

  #print(kind: 'delta' | 'done', fields: JsonObject): void {
    this.#sink.printer.print(`${this.#event}.${kind}`, { item_id: this.#id, output_index: this.#index, ...fields })
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
