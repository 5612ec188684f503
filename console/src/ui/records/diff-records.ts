// What differs between two sets of records of numbers, such as the prices that are set and those of a preset.

/** Numbers by field, by the name of their record. */
export type NumberRecords = Readonly<Record<string, Readonly<Record<string, number>>>>

export interface FieldChange {
  readonly field: string
  /** Undefined: it is new. */
  readonly before: number | undefined
  /** Undefined: it goes. */
  readonly after: number | undefined
}

export interface RecordDiff {
  readonly name: string
  readonly changes: readonly FieldChange[]
}

/**
 * Records that differ, by name, with the fields that differ in the order of `fields`.
 * @param after records that are not in it stay as they are: a preset does not cover them; fields that a record of it lacks go
 * @returns `sameCount` counts the records of `after` that differ in nothing
 */
export function diffRecords(
  before: NumberRecords,
  after: NumberRecords,
  fields: readonly string[],
): { readonly diffs: RecordDiff[]; readonly sameCount: number } {
  const names = Object.keys(after).toSorted()
  const diffs = names
    .map((name) => ({ name, changes: changesOf(ownOf(before, name), ownOf(after, name), fields) }))
    .filter(({ changes }) => changes.length > 0)
  return { diffs, sameCount: names.length - diffs.length }
}

/** The records with the chosen differences taken over. */
export function applyDiffs(before: NumberRecords, diffs: readonly RecordDiff[]): NumberRecords {
  const changed = diffs.map(({ name, changes }) => {
    const fields = new Map(Object.entries(ownOf(before, name)))
    for (const { field, after } of changes) after === undefined ? fields.delete(field) : fields.set(field, after)
    return [name, Object.fromEntries(fields)] as const
  })
  return { ...before, ...Object.fromEntries(changed) }
}

const ownOf = (records: NumberRecords, name: string) => (Object.hasOwn(records, name) ? (records[name] ?? {}) : {})

function changesOf(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  fields: readonly string[],
): FieldChange[] {
  return fields.map((field) => ({ field, before: before[field], after: after[field] })).filter((change) => change.before !== change.after)
}
