export interface GroupCount {
  readonly group: string
  readonly count: number
}

/** How many of the users each group has: the largest first, equals by name. */
export function countsByGroup(users: readonly { readonly group: string }[]): readonly GroupCount[] {
  return [...Map.groupBy(users, ({ group }) => group)]
    .map(([group, { length: count }]) => ({ group, count }))
    .toSorted((one, other) => other.count - one.count || (one.group < other.group ? -1 : 1))
}
