import { siliconFlow as vendor } from '@waystation/contract/vendors/silicon-flow'
import { isObject } from '@waystation/wire/encoding/json'
import { numberOf } from '../balance.ts'
import { balanceAt } from '../balance-at.ts'
import { openAICompatible } from '../openai-compatible.ts'

const GOOD = 20_000
/** The site abroad has accounts of its own, in dollars. */
const ABROAD = /\.com(?:[/:]|$)/

export const siliconFlow = openAICompatible(vendor, {
  /** Source: https://docs.siliconflow.cn, "User Info", 2026; server-behaviour 3.11. */
  balance: balanceAt(vendor, '/v1/user/info', ({ code, data }, { baseUrl }) => {
    const amount = code === GOOD && isObject(data) ? numberOf(data.totalBalance) : undefined
    return amount === undefined ? undefined : { amount, currency: ABROAD.test(baseUrl) ? 'USD' : 'CNY' }
  }),
})
