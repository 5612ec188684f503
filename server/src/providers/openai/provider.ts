import { openai as vendor } from '@waystation/contract/vendors/openai'
import { dashboardBalance } from '../balance.ts'
import { openAICompatible } from '../openai-compatible.ts'
import type { Provider } from '../provider.ts'
import { forReasoning, withoutEffort } from '../reasoning-models.ts'

const compatible = openAICompatible(vendor, {
  adapt: forReasoning,
  bareName: withoutEffort,
  // Not OpenAI itself, but relays that speak as it does.
  balance: (channel, answers, now) => (channel.baseUrl === '' ? undefined : dashboardBalance(channel, answers, now)),
  headers: (channel) => (channel.organization ? { 'openai-organization': channel.organization } : {}),
})

/**
 * At OpenAI's own address Responses comes before chat: chat refuses functions to its newer models while they think, and shows nothing of
 * what they think. Servers that only look like OpenAI seldom have Responses.
 */
export const openai: Provider = {
  ...compatible,
  speaks(channel, model) {
    const spoken = compatible.speaks(channel, model)
    const isChosen = Array.isArray(channel.setting.dialects) && channel.setting.dialects.length > 0
    return isChosen || !isOwnAddress(channel.baseUrl) ? spoken : spoken.toReversed()
  },
}

function isOwnAddress(baseUrl: string): boolean {
  return baseUrl === '' || (URL.canParse(baseUrl) && new URL(baseUrl).hostname === new URL(vendor.baseUrl).hostname)
}
