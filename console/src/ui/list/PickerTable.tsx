import { Checkbox } from 'antd'
import { useText } from '../../i18n/index.ts'
import { Skeleton } from '../Skeleton.tsx'
import { useIsPhone } from '../use-phone.ts'
import type { PickerColumn, PickerProps } from './picker-props.ts'
import type { Selection } from './selection.ts'

interface PickerTableProps<Row> extends Pick<PickerProps<Row>, 'label' | 'columns' | 'nameOf' | 'idOf'> {
  /** Undefined while the first ones load. */
  readonly rows: readonly Row[] | undefined
  readonly selection: Selection<Row>
  /** Are these the rows of another page or search, until the right ones are there? */
  readonly isOther: boolean
}

/** One page of what can be picked. A click anywhere in a row picks it, with Shift all up to there; the head picks the page. */
export function PickerTable<Row>({ label, columns, nameOf, idOf, rows, selection, isOther }: PickerTableProps<Row>) {
  const t = useText()
  const isPhone = useIsPhone()
  const shown = columns.filter(({ isMinor }) => !(isPhone && isMinor))
  const pickedHere = rows?.filter((row) => selection.has(idOf(row))).length ?? 0
  const isWhole = rows !== undefined && rows.length > 0 && pickedHere === rows.length
  return (
    <div className={`picker-rows ${isOther ? 'other' : ''}`} aria-busy={rows === undefined || isOther}>
      <table>
        <caption className="unseen">{label}</caption>
        <thead>
          <tr>
            <th className="picker-check">
              <Checkbox
                aria-label={t('table.selectPage')}
                checked={isWhole}
                indeterminate={pickedHere > 0 && !isWhole}
                disabled={rows === undefined}
                onChange={() => selection.toggleAll(rows ?? [])}
              />
            </th>
            {shown.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined && <WaitingRows columns={shown.length} />}
          {rows?.map((row) => (
            <PickerRow
              key={idOf(row)}
              row={row}
              columns={shown}
              name={nameOf(row)}
              isPicked={selection.has(idOf(row))}
              onToggle={selection.toggle}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface PickerRowProps<Row> {
  readonly row: Row
  readonly columns: readonly PickerColumn<Row>[]
  readonly name: string
  readonly isPicked: boolean
  readonly onToggle: Selection<Row>['toggle']
}

function PickerRow<Row>({ row, columns, name, isPicked, onToggle }: PickerRowProps<Row>) {
  const t = useText()
  return (
    <tr
      className={isPicked ? 'picked' : ''}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => onToggle(row, event.shiftKey)}
    >
      <td className="picker-check">
        <Checkbox
          aria-label={`${t('table.selectRow')}: ${name}`}
          checked={isPicked}
          onChange={({ nativeEvent }) => onToggle(row, nativeEvent.shiftKey)}
          // The row's own click would pick it a second time.
          onClick={(event) => event.stopPropagation()}
        />
      </td>
      {columns.map(({ title, cell }) => (
        <td key={title}>{cell(row)}</td>
      ))}
    </tr>
  )
}

function WaitingRows({ columns }: { readonly columns: number }) {
  return Array.from({ length: 5 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
    <tr key={row}>
      <td className="picker-check" />
      {Array.from({ length: columns }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
        <td key={column}>
          <Skeleton />
        </td>
      ))}
    </tr>
  ))
}
