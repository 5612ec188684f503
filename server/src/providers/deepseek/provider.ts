import { deepseek as vendor } from '@waystation/contract/vendors/deepseek'
import { isObject } from '@waystation/wire/encoding/json'
import { numberOf } from '../balance.ts'
import { balanceAt } from '../balance-at.ts'
import { openAICompatible } from '../openai-compatible.ts'

export const deepseek = openAICompatible(vendor, {
  /** Source: DeepSeek's API documentation, "Get User Balance", 2026. */
  balance: balanceAt(vendor, '/user/balance', ({ balance_infos: listed }) => {
    const infos = Array.isArray(listed) ? listed.filter(isObject) : []
    const info = infos.find(({ currency }) => currency === 'CNY') ?? infos[0]
    const amount = numberOf(info?.total_balance)
    return amount === undefined ? undefined : { amount, currency: String(info?.currency ?? 'CNY') }
  }),
})
