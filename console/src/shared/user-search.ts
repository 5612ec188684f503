import { searchUsers } from '@waystation/contract/api/people/user'
import { call } from '~/api/call'

/** Users that a list shows at once; more are found by typing. */
const MAX_SHOWN = 20

/** The search of a `SearchSelect` of users, by id, name or mail address. A choice is shown as `#7 ada` and has the value of `toValue`. */
export const userSearch =
  (toValue: (user: { readonly id: number; readonly username: string }) => string) => async (keyword: string, signal: AbortSignal) => {
    const { items } = await call(searchUsers, { query: { keyword, p: 1, page_size: MAX_SHOWN } }, { signal })
    return items.map((user) => ({ value: toValue(user), label: `#${user.id} ${user.username}` }))
  }
