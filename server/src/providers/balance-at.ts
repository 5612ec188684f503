import { givenBase } from '@waystation/contract/channels/channel-address'
import { planOf } from '@waystation/contract/channels/channel-type'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { Balance, BalanceReader } from './balance.ts'
import { baseOf, type ChannelTarget, type Vendor } from './provider.ts'

/**
 * A reader of vendors that tell the balance in one answer.
 * @param path where, below the vendor's address without its version
 * @param read the balance in the answer; undefined where it has none
 * @returns a reader that knows no balance at the address of a plan, which has another account
 */
export function balanceAt(
  vendor: Vendor,
  path: string,
  read: (answer: JsonObject, channel: Pick<ChannelTarget, 'baseUrl'>) => Balance | undefined,
): BalanceReader {
  return (channel, [answer]) => {
    if (planOf(vendor, channel.baseUrl)) return undefined
    if (answer) {
      const balance = read(answer, channel)
      return balance && { balance }
    }
    const base = (givenBase(channel.baseUrl) ?? baseOf(vendor, channel)).replace(/\/(?:v1|beta)$/, '')
    return { ask: { url: new URL(`${base}${path}`), headers: { authorization: `Bearer ${channel.key}` } } }
  }
}
