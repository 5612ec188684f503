import type { Option } from '@waystation/contract/options/option'
import { groupRatio, userGroupRatio } from '@waystation/contract/options/pricing'

/** The factor of a group's prices, and whether it is the special one of the user's own group. */
export interface GroupFactor {
  /** Decimal text. */
  readonly groupRatio: string
  readonly isUserGroupRatio?: true
}

/**
 * The price factor for calls in a group: the special one for users of `userGroup` where there is one, else the group's own, else 1.
 * @param userGroup undefined: without regard to a user
 */
export function groupFactor(
  options: { get<Value>(option: Option<Value>): Value },
  group: string,
  userGroup: string | undefined,
): GroupFactor {
  const special = userGroup === undefined ? undefined : entryOf(entryOf(options.get(userGroupRatio), userGroup) ?? {}, group)
  if (special !== undefined) return { groupRatio: String(special), isUserGroupRatio: true }
  return { groupRatio: String(entryOf(options.get(groupRatio), group) ?? 1) }
}

function entryOf<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
