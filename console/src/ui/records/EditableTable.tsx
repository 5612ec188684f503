import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { changeText } from './change-text.ts'
import { numberIn, type TableEdits, withEdit } from './table-edits.ts'
import './editable-table.css'

export interface EditableColumn<Row> {
  readonly key: string
  readonly title: string
  /** What is saved; undefined is shown as a dash. */
  readonly valueOf: (row: Row) => number | undefined
  /** Why this cell cannot be changed, such as a ratio of a model with a fixed price. */
  readonly lockedReason?: (row: Row) => string | undefined
  /** What is wrong with what was typed, where it is a number; undefined: nothing. */
  readonly problemOf?: (text: string) => string | undefined
  /** What an empty cell means, such as the price that counts then. */
  readonly emptyTitle?: string
}

/** A column that is read and not changed here. */
export interface EditableFact<Row> {
  readonly key: string
  readonly title: string
  /** Shown below each other; none is a dash. */
  readonly linesOf: (row: Row) => readonly string[]
}

export interface EditableTableProps<Row> {
  /** What the table holds; read aloud. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly nameOf: (row: Row) => string
  /** What is to be known of a row, below its name; undefined: nothing. */
  readonly noteOf?: (row: Row) => string | undefined
  /** Over the names. */
  readonly nameTitle: string
  readonly columns: readonly EditableColumn<Row>[]
  /** Behind the columns. */
  readonly facts?: readonly EditableFact<Row>[]
  readonly edits: TableEdits
  readonly onEdit: (edits: TableEdits) => void
  /** Digits of what is shown and not typed; default as many as there are. */
  readonly digits?: number
  /** At the end of each row, such as a button that removes it. */
  readonly aside?: (row: Row) => ReactNode
}

/**
 * Names with numbers that are changed in place. A cell becomes a field when it gets the focus; a changed one says what it was and by how
 * much it differs. Enter and the arrows go up and down, Escape brings back what is saved. Nothing is saved here.
 */
export function EditableTable<Row>({
  label,
  rows,
  nameOf,
  noteOf,
  nameTitle,
  columns,
  facts = [],
  edits,
  onEdit,
  digits,
  aside,
}: EditableTableProps<Row>) {
  return (
    <div className="editable-scroller">
      <table className="editable" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{nameTitle}</th>
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {column.title}
              </th>
            ))}
            {facts.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
            {aside && <td />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const name = nameOf(row)
            const note = noteOf?.(row)
            return (
              <tr key={name}>
                <th scope="row">
                  <span className="mono">{name}</span>
                  {note !== undefined && <span className="editable-note">{note}</span>}
                </th>
                {columns.map((column) => (
                  <Cell
                    key={column.key}
                    row={name}
                    column={column.key}
                    title={column.title}
                    saved={column.valueOf(row)}
                    typed={edits[name]?.[column.key]}
                    lockedReason={column.lockedReason?.(row)}
                    problemOf={column.problemOf}
                    emptyTitle={column.emptyTitle}
                    digits={digits}
                    edits={edits}
                    onEdit={onEdit}
                  />
                ))}
                {facts.map(({ key, title, linesOf }) => (
                  <Fact key={key} title={title} lines={linesOf(row)} />
                ))}
                {aside && <td>{aside(row)}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Fact({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <td data-title={title} className="editable-fact">
      {lines.length === 0 ? '–' : lines.map((line) => <span key={line}>{line}</span>)}
    </td>
  )
}

interface CellProps {
  readonly row: string
  readonly column: string
  readonly title: string
  readonly saved: number | undefined
  readonly typed: string | undefined
  readonly lockedReason: string | undefined
  readonly problemOf: ((text: string) => string | undefined) | undefined
  readonly emptyTitle: string | undefined
  readonly digits: number | undefined
  readonly edits: TableEdits
  readonly onEdit: (edits: TableEdits) => void
}

function Cell({ row, column, title, saved, typed, lockedReason, problemOf, emptyTitle, digits, edits, onEdit }: CellProps) {
  const t = useText()
  // What is typed now; it becomes an edit when the cell is left.
  const [draft, setDraft] = useState<string>()
  const shown = draft ?? typed ?? textOf(saved, digits)
  const now = numberIn(typed ?? '')
  const words = typed === undefined ? undefined : Number.isNaN(now) ? t('form.notNumber') : problemOf?.(typed)
  const isWrong = words !== undefined
  const commit = () => {
    if (draft !== undefined) onEdit(withEdit(edits, { row, column, text: draft, saved }))
    setDraft(undefined)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      neighbour(event.currentTarget, step)?.focus()
    } else if (event.key === 'Escape' && (draft !== undefined || typed !== undefined)) {
      event.stopPropagation()
      setDraft(undefined)
      onEdit(withEdit(edits, { row, column, text: String(saved ?? ''), saved }))
    }
  }
  return (
    <td data-title={title} className={typed === undefined ? '' : isWrong ? 'wrong' : 'changed'}>
      <input
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        aria-label={`${row} ${title}`}
        aria-invalid={isWrong}
        title={lockedReason ?? (shown === '' ? emptyTitle : undefined)}
        disabled={lockedReason !== undefined}
        placeholder="–"
        value={shown}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      {typed !== undefined && <small>{words ?? <ChangeText before={saved} after={now} digits={digits} />}</small>}
    </td>
  )
}

function ChangeText({
  before,
  after,
  digits,
}: {
  readonly before: number | undefined
  readonly after: number | undefined
  readonly digits: number | undefined
}) {
  const t = useText()
  const percent = changeText(before, after)
  return (
    <>
      <span className="unseen">{t('kit.before')} </span>
      <s>{before === undefined ? '–' : textOf(before, digits)}</s> {percent ?? (before === undefined ? t('kit.new') : '')}
    </>
  )
}

const MAX_DIGITS = 20

/** With so many digits where they say it all; 0.0000001 never becomes 0.00, nor 1e-7. */
function textOf(value: number | undefined, digits: number | undefined): string {
  if (value === undefined) return ''
  return value.toLocaleString('en-US', { minimumFractionDigits: digits ?? 0, maximumFractionDigits: MAX_DIGITS, useGrouping: false })
}

function neighbour(input: HTMLInputElement, step: number): HTMLInputElement | undefined {
  const cell = input.closest('td')
  const row = cell?.parentElement
  const other = step > 0 ? row?.nextElementSibling : row?.previousElementSibling
  return other?.children[cell?.cellIndex ?? -1]?.querySelector('input') ?? undefined
}
