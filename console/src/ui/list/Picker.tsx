import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { NoMatchIcon } from '../icons.ts'
import { Pager } from './Pager.tsx'
import { PickerChips } from './PickerChips.tsx'
import { PickerSearch } from './PickerSearch.tsx'
import { PickerTable } from './PickerTable.tsx'
import type { PickerProps } from './picker-props.ts'
import { type RowId, selectionOf } from './selection.ts'
import '../form/form.css'
import './picker.css'

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
