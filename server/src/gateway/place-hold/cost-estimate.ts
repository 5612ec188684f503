// What is known of an attempt's cost before it is sent: how long its answer may be, whether all of that will be seen, and what makes it
// dearer. Read off the request as it will be sent, without its long parts; the hold, the cut and the drain after a disconnect follow
// from it (decisions D42, D43).
import { passThroughRequestEnabled } from '@waystation/contract/options/global'
import { hostedSteps, readsKeptContent, UNNAMED_USES } from '@waystation/wire/chat/beyond-bytes'
import { clientDialects, vendorDialects } from '@waystation/wire/chat/dialects'
import { lossList } from '@waystation/wire/chat/loss'
import type { Surcharge } from '@waystation/wire/chat/terms'
import { translateRequest } from '@waystation/wire/chat/translate'
import type { JsonObject } from '@waystation/wire/json'
import type { PriceTable } from '../../domain/pricing/price-table.ts'
import { isConversation } from '../operations/is-conversation.ts'
import { rulesOf } from '../translate/rules.ts'
import { isPriced } from '../translate/surcharges.ts'
import { bodyFor, overridden } from '../translate/translate.ts'
import type { Attempt, Call, CostEstimate, OptionReader } from '../types.ts'
import { upstreamCallOf } from '../upstream/upstream-call.ts'

/** An answer without text: an embedding. */
const silent = {
  maxOutputTokens: 0,
  modelMaxTokens: 0,
  isHidden: false,
  canLimit: false,
  isSpoken: false,
  tiers: [],
  uses: 0,
  steps: 0,
  readsKept: false,
} as const

interface CostEstimateParts {
  readonly options: OptionReader
  readonly prices: Pick<PriceTable, 'limitsOf'>
}

/** What is known of the cost of this attempt at the call. */
export function estimateOf(call: Call, attempt: Attempt, gateway: CostEstimateParts): CostEstimate {
  const { operation } = call.endpoint
  const { options, prices } = gateway
  const limits = prices.limitsOf([attempt.upstreamModel, call.facts.model], attempt.channel.type)
  const model = { name: attempt.upstreamModel, contextTokens: limits.contextTokens }
  if (!isConversation(operation) && attempt.operation !== 'completions') return { ...silent, model }
  const { terms } = vendorDialects[attempt.dialect]
  const passesThrough = options.get(passThroughRequestEnabled) && attempt.isPassedThrough
  const head = passesThrough ? headOf(call, attempt) : adapted(headOf(call, attempt), call, attempt, gateway)
  const surcharges = terms.surcharges(head)
  return {
    maxOutputTokens: terms.maxOutputTokens(head),
    modelMaxTokens: limits.maxOutputTokens,
    isHidden: terms.hidesOutput(head, attempt.upstreamModel) || surcharges.some(({ kind }) => kind === 'use'),
    canLimit: !passesThrough && (attempt.operation === 'chat' || attempt.operation === 'completions'),
    isSpoken: terms.isSpoken(head),
    tiers: surcharges.filter((surcharge) => surcharge.kind === 'tier' && isPriced(surcharge, attempt)).map(({ name }) => name),
    uses: usesOf(surcharges, attempt),
    steps: hostedSteps(head),
    model,
    readsKept: attempt.isPassedThrough && readsKeptContent(bodyFor(call, attempt)),
    ...toolUses(surcharges, attempt, !passesThrough && terms.withToolUses !== undefined),
  }
}

/** Held for a priced tool whose uses the request does not limit (decision D59). */
const UNNAMED_HELD_USES = 10
/** Google charges the prompt at older models, and the search at newer ones; a price has one of them. */
const FEES: Readonly<Record<string, readonly string[]>> = { webSearch: ['webSearch', 'groundedPrompt'] }

/** The tools of this request that have a price; nothing where there are none. */
function toolUses(surcharges: readonly Surcharge[], attempt: Attempt, canLimit: boolean): Pick<CostEstimate, 'toolUses'> {
  const priced = surcharges.filter((surcharge) => surcharge.kind === 'use' && isPriced(surcharge, attempt))
  if (priced.length === 0) return {}
  const most = priced.reduce((sum, { maxUses }) => sum + (maxUses ?? UNNAMED_HELD_USES), 0)
  return { toolUses: { names: [...new Set(priced.flatMap(({ name }) => FEES[name] ?? [name]))], most, canLimit: canLimit && most > 1 } }
}

/** A model with a fee per call searches by itself, as the price seed has it. */
function usesOf(surcharges: readonly Surcharge[], { price }: Attempt): number {
  const asked = surcharges.filter(({ kind }) => kind === 'use').reduce((sum, { maxUses }) => sum + (maxUses ?? UNNAMED_USES), 0)
  return asked === 0 && price.perUse?.has('request') ? UNNAMED_USES : asked
}

/** The request in the vendor's dialect without its long parts. */
function headOf(call: Call, attempt: Attempt): JsonObject {
  if (!attempt.isPassedThrough) return translatedHead(call, attempt)
  const { content } = vendorDialects[attempt.dialect].terms
  const body = bodyFor(call, attempt)
  const head: JsonObject = {}
  for (const key in body) if (!content.has(key)) head[key] = body[key]
  head.model = attempt.upstreamModel
  return head
}

function translatedHead(call: Call, attempt: Attempt): JsonObject {
  const from = clientDialects[call.endpoint.dialect]
  const { facts, body } = call
  const short: JsonObject = {}
  for (const key in body) if (!from.terms.content.has(key)) short[key] = body[key]
  const request = facts.chat ?? from.readRequest({ ...from.emptyRequest, ...short })
  const edits = { model: attempt.upstreamModel, requestsUsage: false, rules: rulesOf(attempt), isStreamed: attempt.isStreamed }
  return translateRequest({ ...request, turns: [] }, vendorDialects[attempt.dialect], edits, lossList())
}

function adapted(head: JsonObject, call: Call, attempt: Attempt, { options }: CostEstimateParts): JsonObject {
  const { channel, provider, operation } = attempt
  const body = overridden(head, channel.paramOverride)
  return provider.adapt ? provider.adapt(body, upstreamCallOf(call, attempt, operation, options), lossList()) : body
}
