import { moonshot as vendor } from '@waystation/contract/vendors/moonshot'
import { isObject } from '@waystation/wire/encoding/json'
import { numberOf } from '../balance.ts'
import { balanceAt } from '../balance-at.ts'
import { openAICompatible } from '../openai-compatible.ts'

/** The site abroad has accounts of its own, in dollars. */
const ABROAD = /\.ai(?:[/:]|$)/

export const moonshot = openAICompatible(vendor, {
  /** Source: https://platform.kimi.com/docs/api, "Check Balance", 2026. */
  balance: balanceAt(vendor, '/v1/users/me/balance', ({ data }, { baseUrl }) => {
    const amount = isObject(data) ? numberOf(data.available_balance) : undefined
    return amount === undefined ? undefined : { amount, currency: ABROAD.test(baseUrl) ? 'USD' : 'CNY' }
  }),
})
