// What is known of an attempt's cost before it is sent: how long its answer may be, whether all of that will be seen, and what makes it
// dearer. Read off the request as it will be sent, without its long parts; what is held, what is cut and who is listened to after they left
// follow from it (decisions D42, D43).
import { passThroughRequestEnabled } from '@waystation/contract/options/global'
import { clientDialects, vendorDialects } from '@waystation/wire/chat/dialects'
import { lossList } from '@waystation/wire/chat/loss'
import type { JsonObject } from '@waystation/wire/json'
import type { Gateway } from '../gateway.ts'
import { bodyFor } from '../responses/conversations.ts'
import { isPriced } from '../translate/surcharges.ts'
import { overridden } from '../translate/translate.ts'
import type { Attempt, Call } from '../types.ts'
import { isPassedThrough, upstreamCallOf } from '../upstream/upstream-call.ts'

export interface Outlook {
  /** The most tokens of one answer, as they will be sent; undefined where nothing will be said of it. */
  readonly maxOutputTokens: number | undefined
  /** The model's own maximum, where it is known. */
  readonly modelMaxTokens: number | undefined
  /** Only the vendor can tell what the answer costs: it thinks unseen, or uses tools of its own. */
  readonly isHidden: boolean
  /** May a smaller maximum be sent? Not where nothing is edited, nor to a door that has no maximum. */
  readonly canLimit: boolean
  readonly isSpoken: boolean
  /** Tiers that will be asked for and have a price. */
  readonly tiers: readonly string[]
  /** Set where the balance did not cover the whole answer: the most tokens that this one may have. */
  readonly loweredTo?: number
}

/** An answer without text: an embedding. */
const silent: Outlook = {
  maxOutputTokens: 0,
  modelMaxTokens: 0,
  isHidden: false,
  canLimit: false,
  isSpoken: false,
  tiers: [],
}

/** What is known of the cost of this attempt at the call. */
export function outlookOf(call: Call, attempt: Attempt, gateway: Pick<Gateway, 'options' | 'prices'>): Outlook {
  const { operation } = call.endpoint
  const isChat = operation.conversation !== undefined
  if (!isChat && attempt.operation !== 'completions') return silent
  const { options, prices } = gateway
  const { terms } = vendorDialects[attempt.dialect]
  const passesThrough = options.get(passThroughRequestEnabled) && isPassedThrough(call, attempt)
  const head = passesThrough ? headOf(call, attempt) : adapted(headOf(call, attempt), call, attempt, gateway)
  const surcharges = terms.surcharges(head)
  return {
    maxOutputTokens: terms.maxOutputTokens(head),
    modelMaxTokens: prices.maxOutputTokens([attempt.upstreamModel, call.facts.model], [attempt.channel.type]),
    isHidden: terms.hidesOutput(head, attempt.upstreamModel) || surcharges.some(({ kind }) => kind === 'use'),
    canLimit: !passesThrough && (attempt.operation === 'chat' || attempt.operation === 'completions'),
    isSpoken: terms.isSpoken(head),
    tiers: surcharges.filter((surcharge) => surcharge.kind === 'tier' && isPriced(surcharge, attempt)).map(({ name }) => name),
  }
}

/** The request in the vendor's dialect without its long parts. */
function headOf(call: Call, attempt: Attempt): JsonObject {
  if (!isPassedThrough(call, attempt)) return translatedHead(call, attempt)
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
  const request = facts.chat ?? from.readRequest({ ...emptied, ...short })
  return vendorDialects[attempt.dialect].writeRequest({ ...request, turns: [], model: attempt.upstreamModel }, lossList())
}

/** What readers demand of a request, empty. */
const emptied: JsonObject = { messages: [], input: [], contents: [] }

function adapted(head: JsonObject, call: Call, attempt: Attempt, { options }: Pick<Gateway, 'options'>): JsonObject {
  const { channel, provider, operation } = attempt
  const body = overridden(head, channel.paramOverride)
  return provider.adapt ? provider.adapt(body, upstreamCallOf(call, attempt, operation, options)) : body
}
