import { useText } from '../../i18n/index.ts'
import { IconButton } from '../IconButton.tsx'
import { ChevronDownIcon, ChevronUpIcon, SortIcon } from '../icons.ts'
import { Menu } from '../Menu.tsx'
import type { AnyColumn } from './column.ts'
import { directionOf, sortText } from './sort.ts'

interface SortMenuProps<Row> {
  readonly columns: readonly AnyColumn<Row>[]
  readonly sort: string | undefined
  readonly onSort: (sort: string | undefined) => void
}

/** What a table's heads do, for a phone: by which column, and choosing it once more turns the order round. */
export function SortMenu<Row>({ columns, sort, onSort }: SortMenuProps<Row>) {
  const t = useText()
  const current = columns.find((column) => directionOf(column, sort) !== undefined)
  const title = current ? `${t('table.sort')}: ${t(current.title)}` : t('table.sort')
  return (
    <Menu
      items={[
        { key: '', label: t('table.sortUsual'), isChosen: current === undefined, run: () => onSort(undefined) },
        ...columns.map((column) => {
          const direction = directionOf(column, sort)
          const next = direction === undefined || column.sortsOneWay ? column.sortsFirst : direction === 'up' ? 'down' : 'up'
          return {
            key: column.id,
            label: t(column.title),
            icon: direction && (direction === 'up' ? <ChevronUpIcon /> : <ChevronDownIcon />),
            isChosen: direction !== undefined,
            run: () => onSort(sortText(column, next)),
          }
        }),
      ]}
    >
      <IconButton label={title} icon={<SortIcon />} isBordered isPressed={current !== undefined} />
    </Menu>
  )
}
