// One step of the rules, or all of them, for a test: what comes out and which losses are named.
import { lossList } from '../src/chat/losses/loss.ts'
import type { ChatRequest, Part, Turn } from '../src/chat/request/request.ts'
import { applyRules } from '../src/rules/apply-rules.ts'
import type { ChatRules } from '../src/rules/vendors/chat-rules.ts'

type Step<Rule> = (request: ChatRequest, rule: Rule, losses: ReturnType<typeof lossList>) => ChatRequest

export interface Limited {
  readonly request: ChatRequest
  /** Each as `path reason`. */
  readonly losses: readonly string[]
}

/** Runs a step on a request that throws when it is changed in place. */
export function limited<Rule>(step: Step<Rule>, fields: Partial<ChatRequest>, rule: Rule): Limited {
  const log = lossList()
  const request = step(requestOf(fields), rule, log)
  return { request, losses: log.losses.map(({ path, reason }) => `${path} ${reason}`) }
}

/** All steps, without the places that they remember turns and tools by. */
export function applied(fields: Partial<ChatRequest>, rules: ChatRules): Limited {
  const { request, losses } = limited(applyRules, fields, rules)
  return { request: withoutPlaces(request), losses }
}

/** A frozen request, which says hello where the fields name no turns. */
export function requestOf(fields: Partial<ChatRequest>): ChatRequest {
  return frozen({ model: 'a-model', turns: [user('hello')], ...fields })
}

export const user = (content: string): Turn => ({ role: 'user', parts: [text(content)] })
export const assistant = (...parts: readonly (Part | string)[]): Turn => ({
  role: 'assistant',
  parts: parts.map((part) => (typeof part === 'string' ? text(part) : part)),
})
export const system = (content: string): Turn => ({ role: 'system', parts: [text(content)] })
export const text = (content: string): Part => ({ kind: 'text', text: content })
export const call = (id: string, name = 'f'): Part => ({ kind: 'tool-call', id, name, argumentsText: '{}' })
export const result = (toolCallId: string, content: string): Part => ({ kind: 'tool-result', toolCallId, parts: [text(content)] })
export const results = (...parts: readonly Part[]): Turn => ({ role: 'tool', parts })

function withoutPlaces(request: ChatRequest): ChatRequest {
  const without = <Item extends { readonly place?: number }>({ place: _, ...rest }: Item) => rest
  return { ...request, turns: request.turns.map(without), ...(request.tools && { tools: request.tools.map(without) }) } as ChatRequest
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value
  for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}
