import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/index.ts'
import { ColumnDigits } from '../column-digits.ts'
import { TagIcon } from '../icons.ts'
import type { AnyColumn } from './column.ts'
import { ExpandButton } from './ExpandButton.tsx'
import type { RowId, Selection } from './selection.ts'
import type { Digits } from './table-props.ts'

interface GroupRowProps<Row> {
  readonly name: string
  readonly rows: readonly Row[]
  readonly columns: readonly AnyColumn<Row>[]
  readonly digits: Digits
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly selection: Selection<Row> | undefined
  readonly idOf: (row: Row) => RowId
  readonly actions: ReactNode
}

/** The head of a group: its name and count in the fixed column, the columns' `group` in the others, blank where there is none. */
export function GroupRow<Row>({ name, rows, columns, digits, isOpen, onToggle, selection, idOf, actions }: GroupRowProps<Row>) {
  const t = useText()
  const chosen = selection ? rows.filter((row) => selection.has(idOf(row))).length : 0
  const nameColumn = columns.find((column) => column.isFixed) ?? columns[0]
  return (
    <tr className="group">
      {selection && (
        <td className="cell-check">
          <Checkbox
            aria-label={`${t('action.selectAll')}: ${name}`}
            checked={chosen === rows.length}
            indeterminate={chosen > 0 && chosen < rows.length}
            onChange={() => selection.toggleAll(rows)}
          />
        </td>
      )}
      <td className="cell-expand">
        <ExpandButton isOpen={isOpen} onToggle={onToggle} name={name} />
      </td>
      {columns.map((column) => (
        <td key={column.id} className={`${column.align === 'right' ? 'right' : ''} ${column.isFixed ? 'fixed' : ''}`}>
          {column === nameColumn ? (
            <span className="group-name">
              <TagIcon color="var(--accent)" />
              <strong className="ellipsis">{name}</strong>
              <span className="text3">{rows.length}</span>
            </span>
          ) : (
            <ColumnDigits value={digits.get(column.id)}>{column.group?.(rows)}</ColumnDigits>
          )}
        </td>
      ))}
      {actions !== undefined && <td className="cell-actions">{actions}</td>}
    </tr>
  )
}
