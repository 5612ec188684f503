// What the strict vendors that speak OpenAI's chat dialect have in common: a list of rules, asked one after another. Each vendor has its
// own rules, words and form of an error.
import type { Json, JsonObject } from '../../src/encoding/json.ts'
import { type JudgedRequest, type Rule, rule, type StrictRule, type StrictVendor } from './judge.ts'
import { inside, isGiven, objects, textOf } from './openai/refusal.ts'

export { inside, isGiven, objects, textOf }

/** A chat request, taken apart as far as most rules need it. */
export type ChatCall = {
  request: JudgedRequest
  body: JsonObject
  model: string
  /** Of the body's messages those that are objects. Their places are those of the request where all are. */
  messages: readonly JsonObject[]
  /** The functions of the tools, each with its place in the list. */
  functions: readonly { place: number; definition: JsonObject }[]
}

/** What a vendor complains of; the status is 400 unless another is named. What else its form of an error needs stands in the details. */
export type Complaint = { message: string; status?: number; details?: JsonObject }

/** A rule with the function that finds where a request breaks it. */
export type ChatRule<Found = string | Complaint> = Rule<ChatCall, Found>

/** Many rules that one walk over the body finds. */
export type ChatWalk<Found> = {
  rules: readonly StrictRule[]
  walk(body: JsonObject): { rule: string; complaint: Found } | undefined
}

export type ChatStep<Found = string | Complaint> = ChatRule<Found> | ChatWalk<Found>

/**
 * A judge of the requests to the addresses that the pattern fits. Requests to other addresses are not judged. The steps are taken in their
 * order, as the vendor looks at a request.
 */
export function chatVendor<Found>(
  name: string,
  path: RegExp,
  steps: readonly ChatStep<Found>[],
  answer: (found: Found) => { status: number; body: Json },
): StrictVendor {
  const rules = steps.flatMap((step) => ('walk' in step ? step.rules : [{ rule: step.rule, source: step.source }]))
  return {
    name,
    rules,
    judge(request) {
      if (!path.test(request.path)) return undefined
      const call = chatCall(request)
      for (const step of steps) {
        const found = take(step, call)
        const rule = rules.find((one) => one.rule === found?.rule)
        if (found && rule) return { ...answer(found.complaint), ...rule }
      }
      return undefined
    },
  }
}

function take<Found>(step: ChatStep<Found>, call: ChatCall): { rule: string; complaint: Found } | undefined {
  if ('walk' in step) return step.walk(call.body)
  const complaint = step.refuses(call)
  return complaint === undefined ? undefined : { rule: step.rule, complaint }
}

/** The rule of a number that must fit. @param says what the vendor says of one that does not */
export function range<Found>(field: string, source: string, fits: (value: number) => boolean, says: Found): ChatRule<Found> {
  return rule(field.replaceAll('_', '-'), source, ({ body: { [field]: value } }) =>
    typeof value !== 'number' || fits(value) ? undefined : says,
  )
}

/** The chat address in each of its forms. */
export const chatAddress = /^(\/openai)?(\/v1)?\/chat\/completions$/

/** How a vendor answers whose complaints are mostly bare messages. */
export function saying(
  body: (complaint: Complaint, status: number) => JsonObject,
): (found: string | Complaint) => { status: number; body: Json } {
  return (found) => {
    const complaint = typeof found === 'string' ? { message: found } : found
    const status = complaint.status ?? 400
    return { status, body: body(complaint, status) }
  }
}

function chatCall(request: JudgedRequest): ChatCall {
  const body = inside(request.body as Json)
  const functions = objects(body.tools).map((tool, place) => ({ place, definition: inside(tool.function) }))
  return { request, body, model: textOf(body.model), messages: objects(body.messages), functions }
}

/** Each call of a tool in the history, with the place of its message. */
export function toolCalls(messages: readonly JsonObject[]): { place: number; id: string; name: string; arguments: Json | undefined }[] {
  return messages.flatMap((message, place) =>
    objects(message.tool_calls).map((call) => {
      const called = inside(call.function)
      return { place, id: textOf(call.id), name: textOf(called.name), arguments: called.arguments }
    }),
  )
}

/** The parts of a message's content; empty where it is a text or missing. */
export function partsOf(message: JsonObject): JsonObject[] {
  return objects(message.content)
}

/** The address of an image part, which some vendors take as a text too. */
export function imageUrl(part: JsonObject): string | undefined {
  if (part.type !== 'image_url') return undefined
  return typeof part.image_url === 'string' ? part.image_url : textOf(inside(part.image_url).url)
}

/** For each message with calls, the ids that no tool message right behind it answers. */
export function unanswered(messages: readonly JsonObject[]): { place: number; ids: string[] }[] {
  return messages.flatMap((message, place) => {
    const asked = objects(message.tool_calls).map(({ id }) => textOf(id))
    const ids = asked.filter((id) => !resultsBehind(messages, place).includes(id))
    return ids.length > 0 ? [{ place, ids }] : []
  })
}

function resultsBehind(messages: readonly JsonObject[], place: number): string[] {
  const behind = messages.slice(place + 1)
  const end = behind.findIndex(({ role }) => role !== 'tool')
  return behind.slice(0, end < 0 ? undefined : end).map(({ tool_call_id }) => textOf(tool_call_id))
}

/** The places of tool messages that answer no call of the assistant's message before them. */
export function orphans(messages: readonly JsonObject[]): number[] {
  return messages.flatMap((message, place) => {
    if (message.role !== 'tool') return []
    const before = messages.slice(0, place).findLast(({ role }) => role !== 'tool')
    const asked = objects(before?.tool_calls).map(({ id }) => textOf(id))
    return asked.includes(textOf(message.tool_call_id)) ? [] : [place]
  })
}

/** True where the request has a key of the form that all of them use. */
export function hasKey(request: JudgedRequest): boolean {
  return /^Bearer \S/.test(request.headers.authorization ?? '')
}

/** The functions of a request's tools, each with its place. */
export function functionsOf(body: JsonObject): { index: number; name: string; held: JsonObject }[] {
  return objects(body.tools).flatMap((tool, index) => {
    const held = inside(tool.function)
    return tool.type === 'function' ? [{ index, name: textOf(held.name), held }] : []
  })
}

/** The calls in an assistant's message; empty for any other message. */
export const callsOf = (message: JsonObject) => (message.role === 'assistant' ? objects(message.tool_calls) : [])

/** The kind of answer that is asked for: `text`, `json_object`, `json_schema`; empty where none is. */
export const formatOf = (body: JsonObject) => textOf(inside(body.response_format).type)

/** The types of the parts of a message's content. */
export const partTypes = ({ content }: JsonObject) => objects(content).map(({ type }) => textOf(type))

/** True where the messages have the word in some form. */
export function mentions(word: string, body: JsonObject): boolean {
  return JSON.stringify(body.messages ?? [])
    .toLowerCase()
    .includes(word)
}
