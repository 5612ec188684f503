import { Checkbox } from 'antd'
import { useText } from '../../i18n/index.ts'
import { Skeleton } from '../Skeleton.tsx'
import { useIsPhone } from '../use-phone.ts'
import type { PickerProps } from './Picker.tsx'
import type { Selection } from './selection.ts'

interface PickerTableProps<Row> extends Pick<PickerProps<Row>, 'label' | 'columns' | 'nameOf' | 'idOf'> {
  /** undefined while the first ones are on their way. */
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
            <tr
              key={idOf(row)}
              className={selection.has(idOf(row)) ? 'picked' : ''}
              onMouseDown={(event) => event.shiftKey && event.preventDefault()}
              onClick={(event) => selection.toggle(row, event.shiftKey)}
            >
              <td className="picker-check">
                <Checkbox
                  aria-label={`${t('table.selectRow')}: ${nameOf(row)}`}
                  checked={selection.has(idOf(row))}
                  onChange={({ nativeEvent }) => selection.toggle(row, (nativeEvent as MouseEvent).shiftKey)}
                  // The row's own click would pick it a second time.
                  onClick={(event) => event.stopPropagation()}
                />
              </td>
              {shown.map(({ title, cell }) => (
                <td key={title}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
