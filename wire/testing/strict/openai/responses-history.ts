// What the items of a Responses request's input must be to each other: calls and their results, thoughts and what follows them, ids.
import type { Json, JsonObject } from '../../../src/encoding/json.ts'
import { rule } from '../judge.ts'
import { saysJson } from './chat-messages.ts'
import { type Check, inside, isGiven, objects, textOf } from './refusal.ts'

const reasoningGuide = 'https://developers.openai.com/api/docs/guides/reasoning#keeping-reasoning-items-in-context'

export const historyChecks: readonly Check<JsonObject>[] = [
  rule(
    'item-id-characters',
    'https://developers.openai.com/api/reference/resources/responses (documentation as known in 2026-11)',
    (body) => {
      const found = items(body).find(({ item }) => typeof item.id === 'string' && !/^[A-Za-z0-9_-]+$/.test(item.id))
      if (!found) return undefined
      const param = `input[${found.index}].id`
      const wanted =
        'Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.'
      return { message: `Invalid '${param}': '${textOf(found.item.id)}'. ${wanted}`, param, code: 'invalid_value' }
    },
  ),
  rule(
    'item-id-prefix',
    'https://github.com/openai/codex/issues/33176 (2026-07-14), https://github.com/jlcodes99/cockpit-tools/issues/2090 (2026-08-26)',
    (body) => {
      for (const { item, index } of items(body)) {
        const prefix = prefixes[typeOf(item)]
        if (!prefix || typeof item.id !== 'string' || item.id.startsWith(prefix)) continue
        const param = `input[${index}].id`
        return { message: `Invalid '${param}': '${item.id}'. Expected an ID that begins with '${prefix}'.`, param, code: 'invalid_value' }
      }
      return undefined
    },
  ),
  rule('item-twice', 'https://github.com/github/copilot-cli/issues/3560', (body) => {
    const ids = items(body).flatMap(({ item }) => (typeof item.id === 'string' ? [item.id] : []))
    const again = ids.find((id, index) => ids.indexOf(id) < index)
    if (again === undefined) return undefined
    const message = `Duplicate item found with id ${again}. Remove duplicate items from your input and try again.`
    return { message, param: 'input', code: null }
  }),
  // Without the sealed text the vendor has to look the thoughts up, and a client that does not store has nothing to be found.
  rule('reasoning-not-stored', `${reasoningGuide}, https://github.com/openai/openai-agents-python/issues/1611`, (body) => {
    const found = items(body).find(({ item }) => typeOf(item) === 'reasoning' && isGiven(item.id) && !isGiven(item.encrypted_content))
    if (body.store !== false || !found) return undefined
    const rest =
      'Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.'
    return { status: 404, message: `Item with id '${textOf(found.item.id)}' not found. ${rest}`, param: 'input', code: null }
  }),
  rule(
    'reasoning-without-following-item',
    'https://github.com/continuedev/continue/issues/8933 (2025-11-28), https://github.com/openai/openai-node/issues/1567',
    (body) => {
      const all = items(body)
      const found = all.find(({ item, index }) => {
        const next = all[index + 1]?.item
        return typeOf(item) === 'reasoning' && isGiven(item.id) && (!next || isFromClient(next))
      })
      if (!found) return undefined
      const message = `Item '${textOf(found.item.id)}' of type 'reasoning' was provided without its required following item.`
      return { message, param: 'input', code: null }
    },
  ),
  rule(
    'output-without-call',
    'https://developers.openai.com/api/docs/guides/function-calling (documentation as known in 2026-11)',
    (body) => {
      // The call may stand in what the vendor has stored.
      if (isGiven(body.previous_response_id) || isGiven(body.conversation)) return undefined
      const all = items(body)
      for (const { call, output, name } of pairs) {
        const found = all.find(({ item, index }) => {
          const isCalled = all
            .slice(0, index)
            .some(({ item: other }) => [call, 'item_reference'].includes(typeOf(other)) && matches(other, item))
          return typeOf(item) === output && isGiven(item.call_id) && !isCalled
        })
        if (!found) continue
        const message = `No tool call found for ${name} output with call_id ${textOf(found.item.call_id)}.`
        return { message, param: 'input', code: null }
      }
      return undefined
    },
  ),
  rule('call-without-output', 'https://github.com/github/copilot-cli/issues/4572', (body) => {
    const all = items(body)
    for (const { call, output, name } of pairs) {
      const found = all.find(({ item }) => {
        const isAnswered = all.some(({ item: other }) => typeOf(other) === output && other.call_id === item.call_id)
        return typeOf(item) === call && !isAnswered
      })
      if (found) return { message: `No tool output found for ${name} ${textOf(found.item.call_id)}.`, param: 'input', code: null }
    }
    return undefined
  }),
  // The instructions do not count: the word must stand in the input.
  rule('json-object-without-the-word', 'https://developers.openai.com/api/docs/guides/structured-outputs#json-mode', (body) => {
    const format: Json | undefined = inside(body.text).format
    const isElsewhere = [body.previous_response_id, body.conversation, body.prompt].some(isGiven)
    if (inside(format).type !== 'json_object' || isElsewhere || saysJson(body.input)) return undefined
    const message = "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'."
    return { message, param: 'text.format', code: null }
  }),
]

type Placed = { item: JsonObject; index: number }

function items(body: JsonObject): Placed[] {
  return objects(body.input).map((item, index) => ({ item, index }))
}

function typeOf(item: JsonObject): string {
  return typeof item.type === 'string' ? item.type : 'message'
}

/** The items of which the vendor's wording about the prefix is known. */
const prefixes: Readonly<Record<string, string>> = { message: 'msg', reasoning: 'rs', function_call: 'fc', custom_tool_call: 'ctc' }

function isFromClient(item: JsonObject): boolean {
  return (typeOf(item) === 'message' && item.role !== 'assistant') || typeOf(item).endsWith('_call_output')
}

const pairs = [
  { call: 'function_call', output: 'function_call_output', name: 'function call' },
  { call: 'custom_tool_call', output: 'custom_tool_call_output', name: 'custom tool call' },
]

/** What a reference refers to is not known here: it may be any call. */
function matches(call: JsonObject, output: JsonObject): boolean {
  return typeOf(call) === 'item_reference' || call.call_id === output.call_id
}
