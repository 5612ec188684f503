import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../../i18n/index.ts'
import { ColumnDigits } from '../../text/column-digits.ts'
import type { Digits, TableViewProps } from '../list-props.ts'
import type { AnyColumn } from './column.ts'
import { ExpandButton, OpenButton, RowActions } from './RowActions.tsx'

interface TableRowProps<Row> extends TableViewProps<Row> {
  readonly row: Row
  readonly digits: Digits
  readonly isOpen: boolean
  readonly isChild: boolean
  readonly onToggle: () => void
}

/** One row. Where rows unfold, a click anywhere that is not a control unfolds it. */
export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, isOpen, isChild, onToggle, idOf, selection, expand, canExpand, actions, isDim, groups } = props
  const t = useText()
  const unfolds = expand !== undefined && (canExpand?.(row) ?? true)
  const isChosen = selection?.has(idOf(row)) ?? false
  const classes = `${isDim?.(row) ? 'dim' : ''} ${isChosen ? 'chosen' : ''} ${isChild ? 'child' : ''} ${isOpen ? 'open' : ''} ${props.note?.(row) ? 'noted' : ''}`
  return (
    <tr className={classes} onClick={unfolds ? (event) => !isControl(event.target) && onToggle() : undefined}>
      {selection && (
        // Shift and a click choose rows, not their words.
        <td className="cell-check" onMouseDown={(event) => event.shiftKey && event.preventDefault()}>
          <Checkbox
            aria-label={t('table.selectRow')}
            checked={isChosen}
            onChange={(event) => selection.toggle(row, event.nativeEvent.shiftKey)}
          />
        </td>
      )}
      {(expand || groups) && <td className="cell-expand">{unfolds && <ExpandButton isOpen={isOpen} onToggle={onToggle} />}</td>}
      {cells(props)}
      {actions && (
        <td className="cell-actions">
          <RowActions actions={actions(row)} />
        </td>
      )}
    </tr>
  )
}

/** Cells from left to right; one that spans others takes their place. */
function cells<Row>({ columns, row, digits, onOpen, canOpen }: TableRowProps<Row>): ReactNode[] {
  const opened = columns.find((column) => column.isFixed) ?? columns[0]
  const shown: ReactNode[] = []
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index]
    if (!column) break
    const span = Math.max(1, Math.min(column.span?.(row) ?? 1, columns.length - index))
    const content = cellOf(column, row, digits)
    shown.push(
      <td
        key={column.id}
        colSpan={span}
        data-whole={column.isWhole && span === 1 ? column.id : undefined}
        className={`${column.align === 'right' && span === 1 ? 'right' : ''} ${column.isFixed ? 'fixed' : ''} ${column.isDetail || span > 1 ? 'detail' : ''}`}
      >
        {onOpen && column === opened && (canOpen?.(row) ?? true) ? <OpenButton onClick={() => onOpen(row)}>{content}</OpenButton> : content}
      </td>,
    )
    index += span - 1
  }
  return shown
}

function cellOf<Row>(column: AnyColumn<Row>, row: Row, digits: Digits): ReactNode {
  const own = digits.get(column.id)
  return own === undefined ? column.cell(row) : <ColumnDigits value={own}>{column.cell(row)}</ColumnDigits>
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input, label, [role="menuitem"]') !== null
}
