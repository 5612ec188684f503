// Fields of a request that affect its price, apart from the prompt: the output limit, whether all output is shown, and surcharges
// than its tokens. The gateway reads it before money is set aside, and edits it where a balance is short or a price is missing.
import { isObject, type Json, type JsonObject } from '../../encoding/json.ts'
import type { ModelThinking } from '../../model-thinking.ts'

/** A field of a request that a vendor charges in addition to the price of tokens. */
export interface Surcharge {
  /** Where it stands, such as `service_tier` or `tools[2]`. */
  readonly path: string
  /** `tier`: a factor on all tokens. `use`: a fee per use of a tool. `other`: its cost is not known, another model for instance. */
  readonly kind: 'tier' | 'use' | 'other'
  /** The name under which it has a price, such as `priority` or `webSearch`. */
  readonly name: string
  /** Without this the request would be another one: a tool that must be called. */
  readonly isNeeded: boolean
  /** How often the tool may be used at most, where the request says so. */
  readonly maxUses?: number
}

/** The terms of a dialect's requests. Each edit gives a new object and shares the rest; nothing here throws. */
export interface RequestTerms {
  /** Long top-level fields that do not affect the price and need not be copied to read the others. */
  readonly content: ReadonlySet<string>
  /** The most tokens that one answer may have, thinking included; undefined where the body sets no limit. */
  maxOutputTokens(body: JsonObject): number | undefined
  /** The body with this maximum, and with a budget for thinking that fits below it. */
  withMaxOutputTokens(body: JsonObject, tokens: number, thinking?: ModelThinking): JsonObject
  /** The body with the maximum under its older name, for vendors that know no other; absent: the dialect has one name for it. */
  withOlderLimit?(body: JsonObject): JsonObject
  /** Set where no maximum can be sent: the vendor alone knows how long an answer may be. */
  readonly hasNoLimit?: true
  /** The body with so many uses of the vendor's priced tools at most, over all of them; absent: the dialect cannot say so. */
  withToolUses?(body: JsonObject, uses: number): JsonObject
  /** May the vendor charge for output that it does not show, or shows in short: hidden or summarised thinking? */
  hidesOutput(body: JsonObject, thinking: ModelThinking | undefined): boolean
  /** Is the answer spoken? Sound is dearer than text. */
  isSpoken(body: JsonObject): boolean
  surcharges(body: JsonObject): readonly Surcharge[]
  /** Headers that list betas, and which of these select a tier: by header, from a part of a beta's name to the tier. */
  readonly surchargedBetas?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The body without these. */
  without(body: JsonObject, surcharges: readonly Surcharge[]): JsonObject
}

/** Takes fields and tools off a body by their paths: `name`, or `tools[2]`. A list of tools that is left empty goes too, with the choice of one. */
export function withoutPaths(body: JsonObject, surcharges: readonly Surcharge[]): JsonObject {
  if (surcharges.length === 0) return body
  const result: JsonObject = { ...body }
  const tools = new Set<number>()
  for (const { path } of surcharges) {
    const tool = /^tools\[(\d+)\]/.exec(path)?.[1]
    if (tool === undefined) delete result[path]
    else tools.add(Number(tool))
  }
  if (tools.size > 0 && Array.isArray(body.tools)) {
    result.tools = body.tools.filter((_, at) => !tools.has(at))
    if (result.tools.length === 0) {
      for (const key of ['tools', 'tool_choice', 'parallel_tool_calls']) delete result[key]
    }
  }
  return result
}

/** Surcharges of top-level fields that are present and not empty. */
export function fieldSurcharges(body: JsonObject, fields: Readonly<Record<string, Omit<Surcharge, 'path' | 'isNeeded'>>>): Surcharge[] {
  const found: Surcharge[] = []
  for (const path in fields) {
    const value = body[path]
    if (value === undefined || value === null || value === false) continue
    const surcharge = fields[path]
    if (surcharge) found.push({ path, isNeeded: false, ...surcharge })
  }
  return found
}

/** Service tiers that cost what everybody pays, or less. Source: OpenAI's and Anthropic's API references, 2026. */
const FREE_TIERS: ReadonlySet<unknown> = new Set([undefined, null, '', 'auto', 'default', 'flex', 'standard', 'standard_only'])

/** The tier that a body requests, where it may cost more. */
export function tierSurcharges(body: JsonObject, field = 'service_tier'): Surcharge[] {
  const tier = body[field]
  if (FREE_TIERS.has(tier)) return []
  return [{ path: field, kind: 'tier', name: typeof tier === 'string' ? tier : JSON.stringify(tier), isNeeded: false }]
}

/** A count that a vendor could take. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/**
 * The terms of a vendor that charges tokens only, and shows all output that it charges for.
 *
 * @param limitPath the fields, outermost first, in which the body limits the tokens of the response
 */
export function tokenTerms(content: readonly string[], limitPath: readonly [string, ...string[]]): RequestTerms {
  return {
    content: new Set(content),
    maxOutputTokens: (body) =>
      countOf(limitPath.reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), body)),
    withMaxOutputTokens: (body, tokens) => withField(body, limitPath, tokens),
    hidesOutput: () => false,
    isSpoken: () => false,
    surcharges: () => [],
    without: withoutPaths,
  }
}

function withField(body: JsonObject, [key, next, ...rest]: readonly [string, ...string[]], value: Json): JsonObject {
  if (next === undefined) return { ...body, [key]: value }
  const inner = body[key]
  return { ...body, [key]: withField(isObject(inner) ? inner : {}, [next, ...rest], value) }
}
