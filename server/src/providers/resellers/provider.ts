// Resellers from the first days of the family that tell what is left of an account, each in its own way. Source: server-behaviour 3.11.
import { channelType } from '@waystation/contract/channels/channel-type'
import { isObject, type JsonObject } from '@waystation/wire/encoding/json'
import { type Balance, type BalanceReader, numberOf } from '../balance.ts'
import { balanceAt } from '../balance-at.ts'
import { openAICompatible } from '../openai-compatible.ts'
import { baseOf, type Provider } from '../provider.ts'

const [aiProxy, api2Gpt, aiGc2d] = [channelType(10), channelType(12), channelType(13)]

/** Counts in points. Its overview is at the site itself, and not at the host of its API. */
const overview: BalanceReader = (channel, [answer]) => {
  if (answer) return balanceOf(answer.success === true && isObject(answer.data) ? answer.data : {}, 'totalPoints', 'points')
  const site = baseOf(aiProxy, channel).replace('://api.', '://')
  return { ask: { url: new URL('/api/report/getUserOverview', site), headers: { 'api-key': channel.key } } }
}

/** What OpenAI once told of an account that had been paid in advance, with a name of the reseller's own for what is left. */
const grants = (vendor: typeof api2Gpt, field: string, currency: string): BalanceReader =>
  balanceAt(vendor, '/dashboard/billing/credit_grants', (answer) => balanceOf(answer, field, currency)?.balance)

function balanceOf(answer: JsonObject, field: string, currency: string): { readonly balance: Balance } | undefined {
  const amount = numberOf(answer[field])
  return amount === undefined ? undefined : { balance: { amount, currency } }
}

export const resellers: readonly Provider[] = [
  openAICompatible(aiProxy, { balance: overview }),
  openAICompatible(api2Gpt, { balance: grants(api2Gpt, 'total_remaining', 'CNY') }),
  openAICompatible(aiGc2d, { balance: grants(aiGc2d, 'total_available', 'USD') }),
]
