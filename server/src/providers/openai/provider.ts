import { openai as vendor } from '@waystation/contract/vendors/openai'
import { dashboardBalance } from '../balance.ts'
import { openAICompatible } from '../openai-compatible.ts'
import { forReasoning, withoutEffort } from '../reasoning-models.ts'

export const openai = openAICompatible(vendor, {
  adapt: forReasoning,
  bareName: withoutEffort,
  // Not OpenAI itself, but relays that speak as it does.
  balance: (channel, answers, now) => (channel.baseUrl === '' ? undefined : dashboardBalance(channel, answers, now)),
  headers: (channel) => (channel.organization ? { 'openai-organization': channel.organization } : {}),
})
