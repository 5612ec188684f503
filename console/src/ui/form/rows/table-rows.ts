// Nested JSON as rows of cells that a person can edit: pure, so that TableField only draws.
import { newRow } from './map-rows.ts'

/** The cells of a row, as typed, in the order of the columns. */
export type Cells = readonly string[]

export interface TableRow {
  /** Names the row while it is edited. */
  readonly id: number
  readonly cells: Cells
}

/** How rows of cells stand in JSON. */
export interface TableShape {
  /** The rows of a value; undefined: it is nothing that rows could show. */
  readonly rowsOf: (value: unknown) => readonly Cells[] | undefined
  readonly valueOf: (rows: readonly Cells[]) => unknown
  /** No two rows have the same text in all of the first so many cells; 0: they may. */
  readonly namedBy: number
}

/** What is wrong with a row. */
export type TableFault = 'incomplete' | 'twice' | 'notNumber'

export interface ColumnRules {
  readonly isNumber?: boolean
  /** May be left empty. */
  readonly isOptional?: boolean
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): value is string => typeof value === 'string'

/** `["text", …]` in one column. */
export const listOfTexts: TableShape = {
  namedBy: 1,
  rowsOf: (value) => (Array.isArray(value) && value.every(isText) ? value.map((text) => [text]) : undefined),
  valueOf: (rows) => rows.map(([text = '']) => text),
}

/** `[{"Name": "text"}, …]`: a list of objects with one entry each, in two columns. */
export const listOfPairs: TableShape = {
  namedBy: 0,
  rowsOf(value) {
    if (!Array.isArray(value)) return undefined
    const entries = value.map((item: unknown) => (isRecord(item) ? Object.entries(item) : []))
    const rows = entries.flatMap(([first, ...more]) => (first && more.length === 0 && isText(first[1]) ? [[first[0], first[1]]] : []))
    return rows.length === value.length ? rows : undefined
  },
  valueOf: (rows) => rows.map(([name = '', text = '']) => ({ [name]: text })),
}

/** `{"a": {"b": ["text", …]}}` in three columns; a second text of the same names is a row of its own. */
export const listsByTwoNames: TableShape = {
  namedBy: 0,
  rowsOf(value) {
    if (!isRecord(value)) return undefined
    const rows: Cells[] = []
    for (const [outer, inner] of Object.entries(value)) {
      if (!isRecord(inner) || Object.keys(inner).length === 0) return undefined
      for (const [name, texts] of Object.entries(inner)) {
        if (!Array.isArray(texts) || texts.length === 0 || !texts.every(isText)) return undefined
        rows.push(...texts.map((text) => [outer, name, text]))
      }
    }
    return rows
  },
  valueOf(rows) {
    const found = new Map<string, Map<string, string[]>>()
    for (const [outer = '', name = '', text = ''] of rows) {
      const inner = found.get(outer) ?? new Map<string, string[]>()
      inner.set(name, [...(inner.get(name) ?? []), text])
      found.set(outer, inner)
    }
    return Object.fromEntries([...found].map(([outer, inner]) => [outer, Object.fromEntries(inner)]))
  },
}

/** `{"a": {"one": 1, "two": 2}}`: a name, then a column for the number of each of these fields, which may be absent. */
export function numbersByName(fields: readonly string[]): TableShape {
  return {
    namedBy: 1,
    rowsOf(value) {
      if (!isRecord(value)) return undefined
      const rows = Object.entries(value).flatMap(([name, inner]) => {
        if (!isRecord(inner)) return []
        const isPlain = Object.entries(inner).every(([field, number]) => fields.includes(field) && typeof number === 'number')
        return isPlain ? [[name, ...fields.map((field) => String(inner[field] ?? ''))]] : []
      })
      return rows.length === Object.keys(value).length ? rows : undefined
    },
    valueOf: (rows) =>
      Object.fromEntries(
        rows.map(([name = '', ...numbers]) => [
          name,
          Object.fromEntries(fields.flatMap((field, at) => (numbers[at] ? [[field, Number(numbers[at])]] : []))),
        ]),
      ),
  }
}

/** A row with an id that no other row has. */
export const tableRow = (cells: Cells): TableRow => ({ id: newRow().id, cells })

/** The rows of a text; nothing at all has none. @returns undefined for what rows cannot show, such as broken JSON */
export function tableRowsOf(json: string, shape: TableShape): readonly TableRow[] | undefined {
  if (json.trim() === '') return []
  try {
    return shape.rowsOf(JSON.parse(json))?.map(tableRow)
  } catch {
    return undefined
  }
}

/** The JSON of rows without faults; '' for none of them. */
export function tableJson(rows: readonly TableRow[], shape: TableShape): string {
  const whole = rows.filter((row) => !isBlankRow(row)).map(({ cells }) => cells.map((cell) => cell.trim()))
  return whole.length === 0 ? '' : JSON.stringify(shape.valueOf(whole), null, 2)
}

/** An empty row is no error: it waits to be filled and is left out. */
export const isBlankRow = ({ cells }: TableRow): boolean => cells.every((cell) => cell.trim() === '')

/** Faults by the id of their row. Of two rows of one name the later one is at fault. */
export function tableFaults(
  rows: readonly TableRow[],
  columns: readonly ColumnRules[],
  { namedBy }: TableShape,
): ReadonlyMap<number, TableFault> {
  const faults = new Map<number, TableFault>()
  const seen = new Set<string>()
  for (const row of rows.filter((one) => !isBlankRow(one))) {
    const cells = row.cells.map((cell) => cell.trim())
    const name = JSON.stringify(cells.slice(0, namedBy))
    const hasNone = columns.every(({ isOptional }, at) => !isOptional || cells[at] === '') && columns.some(({ isOptional }) => isOptional)
    if (hasNone || columns.some(({ isOptional }, at) => !isOptional && cells[at] === '')) faults.set(row.id, 'incomplete')
    else if (namedBy > 0 && seen.has(name)) faults.set(row.id, 'twice')
    else if (columns.some(({ isNumber }, at) => isNumber && cells[at] !== '' && !Number.isFinite(Number(cells[at]))))
      faults.set(row.id, 'notNumber')
    seen.add(name)
  }
  return faults
}
