import { givenBase } from '@waystation/contract/channels/channel-address'
import { deepseek as vendor } from '@waystation/contract/vendors/deepseek'
import { isObject } from '@waystation/wire/encoding/json'
import { numberOf } from '../balance.ts'
import { openAICompatible } from '../openai-compatible.ts'
import { baseOf } from '../provider.ts'

export const deepseek = openAICompatible(vendor, {
  /** Source: DeepSeek's API documentation, "Get User Balance", 2026. */
  balance: (channel, [answer]) => {
    if (!answer)
      return {
        ask: {
          url: new URL(`${(givenBase(channel.baseUrl) ?? baseOf(vendor, channel)).replace(/\/(?:v1|beta)$/, '')}/user/balance`),
          headers: { authorization: `Bearer ${channel.key}` },
        },
      }
    const infos = Array.isArray(answer.balance_infos) ? answer.balance_infos.filter(isObject) : []
    const info = infos.find(({ currency }) => currency === 'CNY') ?? infos[0]
    const amount = numberOf(info?.total_balance)
    return amount === undefined ? undefined : { balance: { amount, currency: String(info?.currency ?? 'CNY') } }
  },
})
