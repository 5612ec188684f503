import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox, Input } from 'antd'
import { useId, useRef, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { CloseIcon, NoMatchIcon, SearchIcon } from '../../icons.ts'
import { EmptyState, ErrorState, Skeleton } from '../../page/States.tsx'
import { useIsPhone } from '../../use-phone.ts'
import { Pager } from '../Pager.tsx'
import type { PickerColumn, PickerProps } from './picker-props.ts'
import { type RowId, type Selection, selectionOf } from './selection.ts'
import '../../form/form.css'
import './picker.css'

interface PickerTableProps<Row> extends Pick<PickerProps<Row>, 'label' | 'columns' | 'nameOf' | 'idOf'> {
  /** Undefined while the first ones load. */
  readonly rows: readonly Row[] | undefined
  readonly selection: Selection<Row>
  /** Are these the rows of another page or search, until the right ones are there? */
  readonly isOther: boolean
}

/** One page of what can be picked. A click anywhere in a row picks it, with Shift all up to there; the head picks the page. */
function PickerTable<Row>({ label, columns, nameOf, idOf, rows, selection, isOther }: PickerTableProps<Row>) {
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

interface PickerChipsProps<Row> extends Pick<PickerProps<Row>, 'picked' | 'nameOf' | 'idOf'> {
  readonly selection: Selection<Row>
}

/** More than these stand behind a button. */
const MAX_CHIPS = 8

/** What is picked, each with a cross; of many the first few, and a button for the others. */
function PickerChips<Row>({ picked, nameOf, idOf, selection }: PickerChipsProps<Row>) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  if (picked.size === 0) return null
  const rows = [...picked.values()]
  const shown = isOpen || rows.length <= MAX_CHIPS + 1 ? rows : rows.slice(0, MAX_CHIPS)
  const more = rows.length - shown.length
  return (
    <ul className="picker-chips">
      {shown.map((row) => (
        <li key={idOf(row)} className="picker-chip">
          <span className="ellipsis">{nameOf(row)}</span>
          <button type="button" aria-label={t('kit.picker.remove', { name: nameOf(row) })} onClick={() => selection.drop(row)}>
            <CloseIcon />
          </button>
        </li>
      ))}
      {(more > 0 || isOpen) && (
        <li>
          <button type="button" className="picker-text" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {more > 0 ? t('kit.picker.more', { count: more }) : t('action.collapse')}
          </button>
        </li>
      )}
      <li>
        <button type="button" className="picker-text" onClick={selection.clear}>
          {t('table.clearSelection')}
        </button>
      </li>
    </ul>
  )
}

/** Milliseconds of silence after which what was typed is searched. */
const PAUSE_MS = 300

/** The picker's search: while it is typed, after a pause. It may stand in a form, so Enter searches and sends nothing. */
function PickerSearch({ label, onSearch }: { readonly label: string; readonly onSearch: (word: string) => void }) {
  const [typed, setTyped] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const searchAfter = (text: string, pauseMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(text.trim()), pauseMs)
  }
  return (
    <Input
      type="search"
      variant="borderless"
      aria-label={label}
      placeholder={label}
      prefix={<SearchIcon color="var(--text3)" />}
      value={typed}
      onChange={({ target }) => {
        setTyped(target.value)
        searchAfter(target.value, target.value === '' ? 0 : PAUSE_MS)
      }}
      onPressEnter={(event) => {
        event.preventDefault()
        searchAfter(typed, 0)
      }}
    />
  )
}

/** Rows of a page. Source: specification §9. */
const PAGE_SIZE = 20

/** Many of very many that only the server knows: found by searching, picked over pages and searches, and shown as chips. */
export function Picker<Row>(props: PickerProps<Row>) {
  const t = useText()
  const id = useId()
  const { query, page, setPage, search } = useFound(props)
  const last = useRef<RowId>(undefined)
  const rows = query.data?.rows ?? []
  const total = query.data?.total ?? 0
  const selection = selectionOf({ chosen: props.picked, setChosen: props.onChange, idOf: props.idOf, shown: rows, last })

  return (
    <fieldset className="field wide picker">
      <legend className="unseen">{props.label}</legend>
      <div className="picker-head">
        <span id={id} className={`field-label ${props.isRequired ? 'required' : ''}`} aria-hidden>
          {props.label}
        </span>
        <span className="picker-count" role="status">
          {t('table.selected', { count: props.picked.size })}
        </span>
      </div>
      <PickerChips picked={props.picked} nameOf={props.nameOf} idOf={props.idOf} selection={selection} />
      <div className={`picker-box ${props.error === undefined ? '' : 'wrong'}`}>
        <PickerSearch label={props.searchLabel} onSearch={search} />
        {query.error && !query.data ? (
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        ) : query.data && total === 0 ? (
          <EmptyState icon={<NoMatchIcon />} title={t('table.noMatchTitle')} />
        ) : (
          <PickerTable {...props} rows={query.data && rows} selection={selection} isOther={query.isPlaceholderData} />
        )}
        {total > 0 && <Pager isNarrow state={{ page, size: PAGE_SIZE, setPage: (next) => setPage(next) }} total={total} />}
      </div>
      {props.error !== undefined && (
        <div role="alert" className="field-error">
          {props.error}
        </div>
      )}
    </fieldset>
  )
}

/** A page of what is searched. */
function useFound<Row>({ list, searchName }: PickerProps<Row>) {
  const [word, setWord] = useState('')
  const [page, setPage] = useState(1)
  const request = { page, size: PAGE_SIZE, filters: word === '' ? {} : { [searchName]: word } }
  const query = useQuery({
    queryKey: [list.key, 'list', request],
    queryFn: ({ signal }) => list.load(request, signal),
    placeholderData: keepPreviousData,
  })
  const search = (next: string) => {
    setWord(next)
    setPage(1)
  }
  return { query, page, setPage, search }
}
