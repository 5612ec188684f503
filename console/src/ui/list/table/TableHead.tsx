import { Checkbox } from 'antd'
import { Fragment } from 'react'
import { useText } from '../../../i18n/index.ts'
import { IconButton } from '../../button/IconButton.tsx'
import { ChevronDownIcon, ChevronUpIcon, FoldAllIcon, UnfoldAllIcon } from '../../icons.ts'
import type { TableViewProps } from '../list-props.ts'
import type { AnyColumn, ColumnHead } from './column.ts'
import { directionOf, nextSort, type SortedBy } from './sort.ts'

/** The names of the columns; those that the server can sort by are buttons. */
export function TableHead<Row>({ columns, rows, idOf, selection, sort, onSort, expand, groups, actions }: TableViewProps<Row>) {
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
        {(expand || groups) && (
          <th className="cell-expand">
            {groups ? (
              <IconButton
                label={t(groups.areAllOpen ? 'table.foldAll' : 'table.unfoldAll')}
                icon={groups.areAllOpen ? <FoldAllIcon /> : <UnfoldAllIcon />}
                isSmall
                onClick={groups.toggleAll}
              />
            ) : (
              <span className="unseen">{t('table.details')}</span>
            )}
          </th>
        )}
        {columns.map((column) => (
          <Head key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
        {actions && (
          <th className="cell-actions">
            <span className="unseen">{t('table.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

type HeadProps<Row> = Pick<TableViewProps<Row>, 'sort' | 'onSort'> & { readonly column: AnyColumn<Row> }

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const t = useText()
  const { sortKey, heads = sortKey === undefined ? [] : [{ ...column, sortKey }] } = column
  const classes = `${column.align === 'right' ? 'right' : ''} ${column.isFixed ? 'fixed' : ''}`
  if (heads.length === 0) {
    return (
      <th scope="col" className={classes}>
        {t(column.title)}
      </th>
    )
  }
  const isShared = heads.length > 1 ? 'sorts' : ''
  const direction = heads.map((head) => directionOf(head, sort)).find((one) => one !== undefined)
  return (
    <th
      scope="col"
      className={`${classes} ${isShared}`}
      aria-sort={direction === undefined ? 'none' : direction === 'up' ? 'ascending' : 'descending'}
    >
      {heads.map((head, index) => (
        <Fragment key={head.sortKey}>
          {index > 0 && <span aria-hidden> / </span>}
          <SortButton head={head} sort={sort} onSort={onSort} />
        </Fragment>
      ))}
    </th>
  )
}

type SortButtonProps<Row> = Pick<HeadProps<Row>, 'sort' | 'onSort'> & { readonly head: SortedBy & Pick<ColumnHead, 'title'> }

function SortButton<Row>({ head, sort, onSort }: SortButtonProps<Row>) {
  const t = useText()
  const direction = directionOf(head, sort)
  const isUp = (direction ?? head.sortsFirst) === 'up'
  return (
    <button type="button" className={`sort ${direction === undefined ? '' : 'sorted'}`} onClick={() => onSort(nextSort(head, sort))}>
      {t(head.title)}
      {isUp ? <ChevronUpIcon /> : <ChevronDownIcon />}
    </button>
  )
}
