// How api.openai.com refuses: `{error: {message, type, param, code}}`. A check finds a problem or lets the request through; the first
// problem of a vendor's list of checks is what it answers.
import { isObject, type Json, type JsonObject } from '../../../src/encoding/json.ts'
import { type JudgedRequest, type Refusal, type Rule, type StrictRule, type StrictVendor, sourced } from '../judge.ts'
import type { Path } from '../shape.ts'

/** What the vendor complains of. The status is 400 unless another is named. */
export type Problem = { message: string; param: string | null; code: string | null; status?: number }

/** A rule with the function that finds where a request breaks it. */
export type Check<Asked> = Rule<Asked, Problem>

/** A problem together with the rule it breaks, for checks that stand for many rules at once. */
export type RuledProblem = Problem & { rule: string }

/** Many rules that one walk over the request finds. */
export type Walk<Asked> = { rules: readonly StrictRule[]; walk(asked: Asked): RuledProblem | undefined }

/** `messages[0].content[1].type`, as the vendor writes a place. */
export function place(path: Path): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('')
}

/** `'a', 'b', and 'c'`; with two of them `'a' and 'b'`. */
export function listed(values: readonly string[], joint: 'and' | 'or'): string {
  const quoted = values.map((value) => `'${value}'`)
  if (quoted.length < 3) return quoted.join(` ${joint} `)
  return `${quoted.slice(0, -1).join(', ')}, ${joint} ${quoted.at(-1)}`
}

/** The objects of a list; empty where it is none. */
export function objects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((one) => isObject(one)) : []
}

/** The object, or an empty one, so that its fields can be asked for. */
export function inside(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

/** The text, or an empty one. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** True for a field that is there and not null. */
export function isGiven(value: Json | undefined): value is Json {
  return value !== undefined && value !== null
}

/** "Unsupported parameter": the model does not know it, whatever its value. */
export function unsupportedParameter(param: string, code: string | null = 'unsupported_parameter'): Problem {
  return { message: `Unsupported parameter: '${param}' is not supported with this model.`, param, code }
}

/** A judge of the requests to one address. The steps are taken in their order, as the vendor looks at a request. */
export function openaiVendor(name: string, path: string, steps: readonly (Check<JsonObject> | Walk<JsonObject>)[]): StrictVendor {
  const rules = [...doorRules, ...steps.flatMap((step) => ('walk' in step ? step.rules : [{ rule: step.rule, source: step.source }]))]
  return {
    name,
    rules,
    judge(request) {
      const found = atDoor(request, path) ?? firstProblem(request.body as Json, steps)
      return found && refusal(found, rules)
    },
  }
}

function firstProblem(body: Json, steps: readonly (Check<JsonObject> | Walk<JsonObject>)[]): RuledProblem | undefined {
  if (!isObject(body)) return { rule: 'body-not-an-object', message: unparsable, param: null, code: null }
  for (const step of steps) {
    if ('walk' in step) {
      const found = step.walk(body)
      if (found) return found
      continue
    }
    const found = step.refuses(body)
    if (found) return { rule: step.rule, ...found }
  }
  return undefined
}

function refusal(found: RuledProblem, rules: readonly StrictRule[]): Refusal {
  const { rule, status = 400, message, param, code } = found
  const source = rules.find((one) => one.rule === rule)?.source
  if (source === undefined) throw new Error(`The rule ${rule} is not in the vendor's list.`)
  return { status, body: { error: { message, type: 'invalid_request_error', param, code } }, rule, source }
}

const unparsable =
  "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON. If you have trouble figuring out how to fix this, please contact us through our help center at help.openai.com.)"

const noKey =
  "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY), or as the password field (with blank username) if you're accessing the API from your browser and are prompted for a username and password. You can obtain an API key from https://platform.openai.com/account/api-keys."

const doorRules: readonly StrictRule[] = sourced({
  'no-such-address': 'https://developers.openai.com/api/reference (documentation as known in 2026-11)',
  'no-api-key': 'https://developers.openai.com/api/reference/overview#authentication',
  'body-not-an-object': 'https://developers.openai.com/api/docs/guides/error-codes (documentation as known in 2026-11)',
})

function atDoor(request: JudgedRequest, path: string): RuledProblem | undefined {
  if (request.path !== path) {
    return { rule: 'no-such-address', status: 404, message: `Invalid URL (POST ${request.path})`, param: null, code: null }
  }
  if (!/^Bearer \S/.test(request.headers.authorization ?? '')) {
    return { rule: 'no-api-key', status: 401, message: noKey, param: null, code: null }
  }
  return undefined
}
