// What was typed into a table of numbers and not saved yet: pure, so that EditableTable only draws.

/** Typed texts by row and column. A cell with the saved value is not in it. */
export type TableEdits = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface CellChange {
  readonly row: string
  readonly column: string
  /** Undefined: there is none. */
  readonly before: number | undefined
  readonly after: number | undefined
}

/** The number in a text; undefined for nothing, NaN for what is no number from zero up. */
export function numberIn(text: string): number | undefined {
  const plain = text.trim()
  if (plain === '') return undefined
  const value = Number(plain)
  return Number.isFinite(value) && value >= 0 ? value : Number.NaN
}

/** Edits after one more: a cell typed back to what is saved is no edit any more. */
export function withEdit(edits: TableEdits, cell: { row: string; column: string; text: string; saved: number | undefined }): TableEdits {
  const { row, column, text, saved } = cell
  const { [column]: _, ...others } = edits[row] ?? {}
  const cells = Object.is(numberIn(text), saved) ? others : { ...others, [column]: text.trim() }
  const { [row]: __, ...rows } = edits
  return Object.keys(cells).length === 0 ? rows : { ...rows, [row]: cells }
}

/** The edits as changes of numbers, without those that are none. */
export function changesOf(edits: TableEdits, savedAt: (row: string, column: string) => number | undefined): CellChange[] {
  return Object.entries(edits).flatMap(([row, cells]) =>
    Object.entries(cells)
      .map(([column, text]) => ({ row, column, before: savedAt(row, column), after: numberIn(text) }))
      .filter(({ after }) => !Number.isNaN(after)),
  )
}

/** How many cells hold what is no number: nothing can be saved before they are mended. */
export function faultCount(edits: TableEdits): number {
  return Object.values(edits)
    .flatMap((cells) => Object.values(cells))
    .filter((text) => Number.isNaN(numberIn(text))).length
}
