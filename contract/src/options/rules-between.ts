// Rules between options: what must be filled in before a switch may be on, and that somebody can still log in.
import { gitHubOAuthEnabled, linuxDoOAuthEnabled, telegramOAuthEnabled, weChatAuthEnabled } from './login.ts'
import { oidcEnabled } from './oidc.ts'
import type { Option } from './option.ts'

type Read = (key: string) => unknown

/** Keys that this value needs and that are empty. */
export function missingNeeds(option: Option, value: unknown, read: Read): string[] {
  return value === true ? (option.needs ?? []).filter((needed) => isEmpty(read(needed))) : []
}

/** Switches that are on and need this option, which would be empty with this value. */
export function neededBy(option: Option, value: unknown, read: Read, all: readonly Option[]): string[] {
  if (!isEmpty(value)) return []
  return all.filter((other) => other.needs?.includes(option.key) && read(other.key) === true).map((other) => other.key)
}

/** A way to log in beside the password. */
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
