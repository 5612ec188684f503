/** Rows that stand together under one head; without a name they stand alone. */
export interface Group<Row> {
  readonly name: string | undefined
  readonly members: readonly Row[]
}

/** Rows in their order; those of one group together where its first one stands. */
export function groupsOf<Row>(rows: readonly Row[], groupBy: ((row: Row) => string | undefined) | undefined): readonly Group<Row>[] {
  if (!groupBy) return [{ name: undefined, members: rows }]
  const groups = new Map<string, Row[]>()
  const order: Group<Row>[] = []
  for (const row of rows) {
    const name = groupBy(row) || undefined
    const known = name === undefined ? undefined : groups.get(name)
    if (known) known.push(row)
    else {
      const members = [row]
      order.push({ name, members })
      if (name !== undefined) groups.set(name, members)
    }
  }
  return order
}
