import { isRoot } from '@waystation/contract/status-table'

/** What the super admin of this family's older installations begins with. Source: specification §2, Login. */
const DEFAULT_PASSWORD = '123456'

/** Has the super admin logged in with the password that everybody knows? */
export function isDefaultPassword(user: { readonly role: number }, password: string | undefined): boolean {
  return isRoot(user.role) && password === DEFAULT_PASSWORD
}
