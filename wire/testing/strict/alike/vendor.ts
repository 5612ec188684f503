// What the strict fake vendors that speak OpenAI's chat dialect have in common: how a list of checks becomes a judge.
import type { Json, JsonObject } from '../../../src/json.ts'
import type { JudgedRequest, Refusal, StrictRule, StrictVendor } from '../judge.ts'
import { inside, objects, textOf } from '../openai/refusal.ts'

/** A rule with the function that finds where a request breaks it. */
export type Check<Complaint> = StrictRule & { find(body: JsonObject, request: JudgedRequest): Complaint | undefined }

/** Many rules that one walk over the request finds. */
export type Walk<Complaint> = {
  rules: readonly StrictRule[]
  walk(body: JsonObject): { rule: string; complaint: Complaint } | undefined
}

/** The steps are taken in their order, as the vendor looks at a request. Other addresses are not judged. */
export function alikeVendor<Complaint>(
  name: string,
  steps: readonly (Check<Complaint> | Walk<Complaint>)[],
  answer: (complaint: Complaint) => { status: number; body: Json },
): StrictVendor {
  const rules = steps.flatMap((step) => ('walk' in step ? step.rules : [{ rule: step.rule, source: step.source }]))
  return {
    name,
    rules,
    judge(request): Refusal | undefined {
      if (!/^(\/openai)?(\/v1)?\/chat\/completions$/.test(request.path)) return undefined
      for (const step of steps) {
        const found = take(step, request)
        const rule = rules.find((one) => one.rule === found?.rule)
        if (found && rule) return { ...answer(found.complaint), ...rule }
      }
      return undefined
    },
  }
}

function take<Complaint>(step: Check<Complaint> | Walk<Complaint>, request: JudgedRequest) {
  const body = inside(request.body as Json)
  if ('walk' in step) return step.walk(body)
  const complaint = step.find(body, request)
  return complaint === undefined ? undefined : { rule: step.rule, complaint }
}

/** True for a request with a key. */
export const hasKey = ({ headers }: JudgedRequest) => /^Bearer \S/.test(headers.authorization ?? '')

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
