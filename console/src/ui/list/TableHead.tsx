import { Checkbox } from 'antd'
import { useText } from '../../i18n/index.ts'
import { ChevronDownIcon, ChevronUpIcon } from '../icons.ts'
import type { TableViewProps } from './TableView.tsx'

/** The names of the columns; sortable ones are buttons. */
export function TableHead<Row>({ columns, rows, idOf, selection, sort, onSort, ...props }: TableViewProps<Row>) {
  const t = useText()
  const chosen = selection ? rows.filter((row) => selection.has(idOf(row))).length : 0
  return (
    <thead>
      <tr>
        {selection && (
          <th className="cell-check">
            <Checkbox
              aria-label={t('table.selectPage')}
              checked={chosen > 0 && chosen === rows.length}
              indeterminate={chosen > 0 && chosen < rows.length}
              onChange={() => selection.toggleAll(rows)}
            />
          </th>
        )}
        {(props.expand || props.groupBy) && (
          <th className="cell-expand">
            <span className="unseen">{t('table.details')}</span>
          </th>
        )}
        {columns.map((column) => {
          const direction = sort === column.id ? 'ascending' : sort === `-${column.id}` ? 'descending' : undefined
          return (
            <th
              key={column.id}
              scope="col"
              style={{ width: column.width }}
              className={`${column.align === 'right' ? 'right' : ''} ${column.isFixed ? 'fixed' : ''}`}
              aria-sort={column.isSortable ? (direction ?? 'none') : undefined}
            >
              {column.isSortable ? (
                <button
                  type="button"
                  className="sort"
                  onClick={() => onSort(direction === 'descending' ? column.id : direction === 'ascending' ? undefined : `-${column.id}`)}
                >
                  {t(column.title)}
                  {direction === 'ascending' && <ChevronUpIcon />}
                  {direction === 'descending' && <ChevronDownIcon />}
                </button>
              ) : (
                t(column.title)
              )}
            </th>
          )
        })}
        {props.actions && (
          <th className="cell-actions">
            <span className="unseen">{t('table.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
