import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/index.ts'
import { IconButton } from '../IconButton.tsx'
import { ChevronRightIcon } from '../icons.ts'
import type { AnyColumn } from './column.ts'
import { RowActions } from './RowActions.tsx'
import type { TableViewProps } from './TableView.tsx'

interface TableRowProps<Row> extends TableViewProps<Row> {
  readonly row: Row
  readonly isOpen: boolean
  readonly isChild: boolean
  readonly onToggle: () => void
}

/** One row. Where rows unfold, a click anywhere that is not a control unfolds it. */
export function TableRow<Row>({
  row,
  isOpen,
  isChild,
  onToggle,
  columns,
  idOf,
  selection,
  expand,
  canExpand,
  actions,
  isDim,
  groupBy,
}: TableRowProps<Row>) {
  const t = useText()
  const unfolds = expand !== undefined && (canExpand?.(row) ?? true)
  const isChosen = selection?.has(idOf(row)) ?? false
  const classes = `${isDim?.(row) ? 'dim' : ''} ${isChosen ? 'chosen' : ''} ${isChild ? 'child' : ''} ${isOpen ? 'open' : ''}`
  return (
    <tr className={classes} onClick={unfolds ? (event) => !isControl(event.target) && onToggle() : undefined}>
      {selection && (
        <td className="cell-check">
          <Checkbox aria-label={t('table.selectRow')} checked={isChosen} onChange={() => selection.toggle(row)} />
        </td>
      )}
      {(expand || groupBy) && (
        <td className="cell-expand">
          {unfolds && (
            <IconButton
              label={t(isOpen ? 'action.collapse' : 'action.expand')}
              icon={<ChevronRightIcon className={isOpen ? 'turned' : ''} />}
              isSmall
              isExpanded={isOpen}
              onClick={onToggle}
            />
          )}
        </td>
      )}
      {cells(columns, row)}
      {actions && (
        <td className="cell-actions">
          <RowActions actions={actions(row)} />
        </td>
      )}
    </tr>
  )
}

/** Cells from left to right; one that spans others takes their place. */
function cells<Row>(columns: readonly AnyColumn<Row>[], row: Row): ReactNode[] {
  const shown: ReactNode[] = []
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index]
    if (!column) break
    const span = Math.max(1, Math.min(column.span?.(row) ?? 1, columns.length - index))
    const content = column.cell(row)
    shown.push(
      <td
        key={column.id}
        colSpan={span}
        className={`${column.align === 'right' && span === 1 ? 'right' : ''} ${column.isFixed ? 'fixed' : ''} ${column.isDetail || span > 1 ? 'detail' : ''}`}
      >
        {column.maxWidth === undefined ? (
          content
        ) : (
          <div className="ellipsis" style={{ maxWidth: column.maxWidth }} title={String(column.text(row))}>
            {content}
          </div>
        )}
      </td>,
    )
    index += span - 1
  }
  return shown
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input, label, [role="menuitem"]') !== null
}
