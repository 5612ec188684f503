export interface GroupCount {
  readonly group: string
  readonly count: number
}

/** How many of the users each group has: the largest first, equals by name. */
export function countsByGroup(users: readonly { readonly group: string }[]): readonly GroupCount[] {
  const counts = new Map<string, number>()
  for (const { group } of users) counts.set(group, (counts.get(group) ?? 0) + 1)
  return [...counts]
    .map(([group, count]) => ({ group, count }))
    .toSorted((one, other) => other.count - one.count || (one.group < other.group ? -1 : 1))
}
