// Rules between options: what must be filled in before a switch may be on, and that at least one login method remains.

import { oidcEnabled } from './oidc.ts'
import type { Need, Option } from './option.ts'
import { gitHubOAuthEnabled, linuxDoOAuthEnabled, telegramOAuthEnabled, weChatAuthEnabled } from './sign-in-sites.ts'

type Read = (key: string) => unknown

/** The keys of a need, of which one is enough. */
export function keysOfNeed(need: Need): readonly string[] {
  return typeof need === 'string' ? [need] : need
}

/** What this value needs and what is empty: keys, or `one / other` where one is enough. */
export function missingNeeds(option: Option, value: unknown, read: Read): string[] {
  if (value !== true) return []
  const needed = (option.needs ?? []).map(keysOfNeed)
  return needed.filter((keys) => keys.every((key) => isEmpty(read(key)))).map((keys) => keys.join(' / '))
}

/** Switches that are on and need this option, which would be empty with this value. */
export function neededBy(option: Option, value: unknown, read: Read, all: readonly Option[]): string[] {
  if (!isEmpty(value)) return []
  const isOnlyOne = (keys: readonly string[]) => keys.includes(option.key) && keys.every((key) => key === option.key || isEmpty(read(key)))
  return all.filter((other) => (other.needs ?? []).map(keysOfNeed).some(isOnlyOne) && read(other.key) === true).map((other) => other.key)
}

/** A login method other than the password. */
export interface OtherLogin {
  readonly option: Option<boolean>
  /** Under which name a user's binding to it is stored. */
  readonly provider: string
}

export const otherLogins: readonly OtherLogin[] = [
  { option: gitHubOAuthEnabled, provider: 'github' },
  { option: oidcEnabled, provider: 'oidc' },
  { option: linuxDoOAuthEnabled, provider: 'linuxdo' },
  { option: weChatAuthEnabled, provider: 'wechat' },
  { option: telegramOAuthEnabled, provider: 'telegram' },
]

/** Providers of the ways in that work, are switched on, and have what they need. */
export function openProviders(read: Read, logins: readonly OtherLogin[] = otherLogins): string[] {
  return logins
    .filter(({ option }) => option.isReady && read(option.key) === true && missingNeeds(option, true, read).length === 0)
    .map(({ provider }) => provider)
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
