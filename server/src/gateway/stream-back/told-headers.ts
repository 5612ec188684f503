import { dollarText } from '@waystation/contract/money/quota'
import { relayChannelHeader } from '@waystation/contract/options/relay'
import { isAdmin } from '@waystation/contract/site/status-table'
import type { Attempt } from '../attempt.ts'
import type { StreamParts } from './stream-parts.ts'

/**
 * Which channel answers, for admins and where all may know it; and what a whole answer cost in dollars, whose bill is posted before it is sent.
 * @param chargedUnits quota units; undefined: not known yet
 */
export function toldHeaders(
  { channel, price }: Pick<Attempt, 'channel' | 'price'>,
  { caller, gateway }: Pick<StreamParts, 'caller' | 'gateway'>,
  chargedUnits?: number,
): Readonly<Record<string, string>> {
  const mayKnow = isAdmin(caller.user.role) || gateway.options.get(relayChannelHeader)
  return {
    ...(mayKnow ? { 'x-waystation-channel': String(channel.id) } : {}),
    ...(chargedUnits === undefined ? {} : { 'x-waystation-cost': dollarText(chargedUnits, price.price.quotaPerUnit).replace('$', '') }),
  }
}
