// Refuses a setting that would lock everybody out: someone who may change it must still be able to log in afterwards.
import { passwordLoginEnabled } from '@waystation/contract/options/login'
import type { Option } from '@waystation/contract/options/option'
import { type OtherLogin, openProviders, otherLogins } from '@waystation/contract/options/rules-between'
import type { Database } from '../../db/database.ts'
import { findRootProviders } from '../user/login-names-store.ts'

/** Does this option decide who may log in? */
export function isAboutLogin(option: Option): boolean {
  return option.key === passwordLoginEnabled.key || otherLogins.some((login) => login.option.key === option.key)
}

/**
 * Could a super admin log in with these settings: by password, or in a way that works, is switched on, and that they are bound to?
 * @param read the values by key, as they would be
 */
export async function hasUsableLogin(database: Database, read: (key: string) => unknown, logins?: readonly OtherLogin[]): Promise<boolean> {
  if (read(passwordLoginEnabled.key) === true) return true
  const open = openProviders(read, logins)
  return open.length > 0 && (await findRootProviders(database)).some((provider) => open.includes(provider))
}
