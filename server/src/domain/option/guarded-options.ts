// Settings that a stolen session or access token must not be able to change: what decides who gets in, and where anything is sent.

import { embeddedAddress } from '@waystation/contract/channels/embedded-address'
import { optionByKey, optionSubjects } from '@waystation/contract/options/registry'
import type { TokenScope } from '@waystation/contract/people/access-token'
import { isRoot } from '@waystation/contract/site/status-table'
import type { OptionService } from './option-service.ts'

/**
 * Must the caller confirm before this value is stored? Not where nothing would change (the empty text leaves a secret as it is), or where the
 * caller is refused anyway.
 */
export function needsConfirmation(
  options: Pick<OptionService, 'storedText'>,
  caller: { readonly role: number },
  { key, text }: { readonly key: string; readonly text: string },
): boolean {
  const option = optionByKey(key)
  if (!option?.isReady || (option.writer === 'root' && !isRoot(caller.role))) return false
  if (option.secret) return text !== ''
  const stored = options.storedText(key)
  if (text === stored) return false
  return option.confirmed === 'address' ? [text, stored].some((one) => embeddedAddress(one) !== undefined) : option.confirmed
}

const prices = new Set(optionSubjects.Pricing?.map(({ key }) => key))

/** What an access token must be allowed to write this setting. Prices are apart, for scripts of this family write them. */
export function scopeOfOption(key: string): TokenScope {
  return prices.has(key) ? 'prices' : 'settings'
}
