import type { Option } from '@waystation/contract/options/option'
import { groupRatio, userGroupRatio } from '@waystation/contract/options/pricing'

/** The factor of a group's prices, and whether it is the special one of the user's own group. */
export interface GroupFactor {
  /** Decimal text. */
  readonly groupRatio: string
  readonly isUserGroupRatio?: true
}

/** The price before any group's ratio. */
export const WITHOUT_GROUP: GroupFactor = { groupRatio: '1' }

/**
 * The price factor for calls in a group: the special one for users of `userGroup` where there is one, else the group's own. Undefined: it has
 * none, so its calls have no price.
 * @param userGroup undefined: without regard to a user
 */
export function groupFactor(
  options: { get<Value>(option: Option<Value>): Value },
  group: string,
  userGroup: string | undefined,
): GroupFactor | undefined {
  const special = userGroup === undefined ? undefined : entryOf(entryOf(options.get(userGroupRatio), userGroup) ?? {}, group)
  if (special !== undefined) return { groupRatio: String(special), isUserGroupRatio: true }
  const own = entryOf(options.get(groupRatio), group)
  return own === undefined ? undefined : { groupRatio: String(own) }
}

function entryOf<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
