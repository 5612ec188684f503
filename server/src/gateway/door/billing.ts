// What a key has left and has spent, in the shape of OpenAI's old billing calls, which balance checkers of every kind
// request (server-behaviour 2.1). Checkers compute what is left as limit minus usage, so the usage is that of the key's whole life:
// `start_date` and `end_date` are accepted and change nothing.
import { AppError } from '@waystation/contract/errors'
import { displayInCurrencyEnabled, displayTokenStatEnabled, quotaPerUnit } from '@waystation/contract/options/operation'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { FastifyRequest } from 'fastify'
import { limitKey } from '../../lib/net/client-ip.ts'
import { type AuthenticateServices, authenticate } from '../authenticate/authenticate.ts'
import type { Gateway } from '../gateway.ts'

/** What the billing calls take. */
export type BillingServices = AuthenticateServices & Pick<Gateway, 'options' | 'balances' | 'rates'>

/** Reported as the limit of a key without one. */
const UNLIMITED = 100_000_000
/** As many calls as the console's, by address: each reads the database (decision D32). */
const MAX_CALLS = 1200
const WINDOW_SECONDS = 180

/** Prefixes of the two routes; all other `/dashboard/...` paths belong to the console. */
export const billingPrefixes = ['/dashboard/billing', '/v1/dashboard/billing'] as const

interface Figures {
  /** Dollars, or quota units where amounts are shown in units. */
  readonly limit: number
  readonly used: number
  /** Unix seconds; 0: never. */
  readonly until: number
}

/** The limit of a key. Throws what authenticate throws, and rate_limit_exceeded. */
export async function billingSubscription(request: FastifyRequest, gateway: BillingServices): Promise<JsonObject> {
  const { limit, until } = await figuresOf(request, gateway)
  return {
    object: 'billing_subscription',
    has_payment_method: true,
    soft_limit_usd: limit,
    hard_limit_usd: limit,
    system_hard_limit_usd: limit,
    access_until: until,
  }
}

/** What a key has spent, in hundredths. Throws what authenticate throws, and rate_limit_exceeded. */
export async function billingUsage(request: FastifyRequest, gateway: BillingServices): Promise<JsonObject> {
  const { used } = await figuresOf(request, gateway)
  return { object: 'list', total_usage: used * 100 }
}

/** Of the token, or of its user where the site shows no figures of tokens. */
async function figuresOf(request: FastifyRequest, gateway: BillingServices): Promise<Figures> {
  const { options, balances, rates } = gateway
  const { user, token, ip } = await authenticate(request.raw, gateway)
  const verdict = await rates.take([{ key: `billing ${limitKey(ip)}`, limit: MAX_CALLS, windowMs: WINDOW_SECONDS * 1000 }])
  if (!verdict.isAllowed)
    throw new AppError('rate_limit_exceeded', { seconds: WINDOW_SECONDS, limit: MAX_CALLS, retry_after: verdict.retrySeconds })

  const shown = options.get(displayTokenStatEnabled) ? token : undefined
  const { left, used } = await balances.figures(shown?.accountId ?? user.accountId)
  const unit = options.get(displayInCurrencyEnabled) ? options.get(quotaPerUnit) : 1
  const limit = shown?.isUnlimited ? UNLIMITED : Math.max(0, left + used) / unit
  return { limit, used: used / unit, until: shown?.expiresAt ?? 0 }
}
