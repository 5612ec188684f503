// An account's balance at its vendor, where the vendor reports it to an API key.
import { givenBase } from '@waystation/contract/channels/channel-address'
import { withoutEnd } from '@waystation/contract/values/without-end'
import type { Json, JsonObject } from '@waystation/wire/encoding/json'
import type { ChannelTarget, UpstreamAddress } from './target.ts'

export interface Balance {
  /** In whole coins, with their cents behind the point. */
  readonly amount: number
  /** ISO 4217, or what the vendor counts in. */
  readonly currency: string
}

/** The next request, or the balance. */
export type BalanceStep = { readonly ask: UpstreamAddress } | { readonly balance: Balance }

/**
 * Reads a vendor's balance: given its answers so far, in order, returns the next request or the balance. Undefined: it reports none at this
 * address, or its answers lack it. Throws TypeError on an invalid address.
 */
export type BalanceReader = (channel: ChannelTarget, answers: readonly JsonObject[], now: Date) => BalanceStep | undefined

const DAY_MS = 86_400_000
/** Without a payment method usage counts from the beginning; vendors report so many days. */
const PREPAID_DAYS = 100

/**
 * The limit less the usage of this month, as OpenAI once reported it and gateways like this one still do. Source: server-behaviour
 * 3.11.
 */
export const dashboardBalance: BalanceReader = ({ baseUrl, key }, [subscription, usage], now) => {
  const base = baseOf(baseUrl)
  if (base === undefined) return undefined
  const at = (path: string) => ({
    ask: { url: new URL(`${base}/v1/dashboard/billing/${path}`), headers: { authorization: `Bearer ${key}` } },
  })
  if (!subscription) return at('subscription')
  const limit = numberOf(subscription.hard_limit_usd)
  if (limit === undefined) return undefined
  if (!usage) return at(`usage?start_date=${startOf(subscription, now)}&end_date=${dayOf(now)}`)
  const cents = numberOf(usage.total_usage)
  return cents === undefined ? undefined : { balance: { amount: limit - cents / 100, currency: 'USD' } }
}

/** The address without `/v1` and the name of an endpoint; undefined where a model stands in it. */
function baseOf(baseUrl: string): string | undefined {
  if (baseUrl.includes('{model}')) return undefined
  const given = givenBase(baseUrl)
  if (given !== undefined) return given.replace(/\/v\d[\w.]*$/, '')
  return withoutEnd(baseUrl, '/')
    .replace(/\/(?:chat\/completions|completions|embeddings|models|responses|messages)$/, '')
    .replace(/\/v1$/, '')
}

function startOf(subscription: JsonObject, now: Date): string {
  if (subscription.has_payment_method !== true) return dayOf(new Date(now.getTime() - PREPAID_DAYS * DAY_MS))
  return `${dayOf(now).slice(0, 7)}-01`
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** A number, or the text of one, as some vendors write money. */
export function numberOf(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
