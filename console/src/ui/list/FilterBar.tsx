import { Popover } from 'antd'
import { type ReactNode, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { BottomSheet } from '../BottomSheet.tsx'
import { Button } from '../Button.tsx'
import { FilterIcon } from '../icons.ts'
import { Tag } from '../Tag.tsx'
import { useIsPhone } from '../use-phone.ts'
import { FilterChip } from './FilterChip.tsx'
import { FilterControl } from './FilterControl.tsx'
import type { Filter } from './filter.ts'
import type { ListState } from './list-state.ts'
import { SearchBox } from './SearchBox.tsx'
import './filters.css'

interface FilterBarProps {
  readonly filters: readonly Filter[]
  readonly state: ListState
  /** Refresh, columns, export: at the right end. */
  readonly tools?: ReactNode
}

/** More chips that are not set than this, and the last ones are behind "More". */
const MOST_UNSET = 3

/** One line above a table: search, what is set, what could be set, reset. On a phone: search and a "Filters" button. */
export function FilterBar({ filters, state, tools }: FilterBarProps) {
  const t = useText()
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  const offered = filters.filter((filter) => filter.showIf !== false)
  const searches = offered.filter((filter) => filter.kind === 'search')
  const flags = offered.filter((filter) => filter.kind === 'flag')
  const others = offered.filter((filter) => filter.kind !== 'search' && filter.kind !== 'flag')
  const [mainSearch, ...moreSearches] = searches
  const unset = others.filter((filter) => filter.kind === 'text' && !state.filters[filter.name])
  // What is set takes room: so that the line stays one line, less of what is not set stands in it.
  const set = others.filter((filter) => filter.kind === 'text' && state.filters[filter.name]).length
  const most = Math.max(1, MOST_UNSET - set)
  const more = unset.length > most ? unset.slice(most - 1) : []
  const shown = others.filter((filter) => !more.includes(filter))
  const rest = [...moreSearches, ...others, ...flags]
  const reset = state.setCount > 0 && (
    <Button kind="text" onClick={state.clearFilters}>
      {t('action.reset')}
    </Button>
  )

  if (isPhone) {
    return (
      <search className="filter-bar">
        {mainSearch && <SearchBox filter={mainSearch} state={state} hasKey={false} />}
        {rest.length > 0 && (
          <>
            <Button icon={<FilterIcon />} size="large" onClick={() => setIsOpen(true)}>
              {t('table.filters')}
              {state.setCount > 0 && <Tag tone="green">{state.setCount}</Tag>}
            </Button>
            <BottomSheet
              isOpen={isOpen}
              onClose={() => setIsOpen(false)}
              title={t('table.filters')}
              footer={
                <div className="sheet-footer">
                  {state.setCount > 0 && <Button onClick={state.clearFilters}>{t('action.reset')}</Button>}
                  <Button kind="primary" onClick={() => setIsOpen(false)}>
                    {t('kit.showResults')}
                  </Button>
                </div>
              }
            >
              <div className="filter-sheet">
                {rest.map((filter) => (
                  <FilterControl key={filter.name} filter={filter} state={state} />
                ))}
              </div>
            </BottomSheet>
          </>
        )}
      </search>
    )
  }

  return (
    <search className="filter-bar">
      {searches.map((filter, index) => (
        <SearchBox key={filter.name} filter={filter} state={state} hasKey={index === 0} />
      ))}
      {shown.map((filter) => (
        <FilterControl key={filter.name} filter={filter} state={state} />
      ))}
      {more.length > 0 && <MoreFilters filters={more} state={state} />}
      {reset}
      <div className="filter-tools">
        {flags.map((filter) => (
          <FilterControl key={filter.name} filter={filter} state={state} />
        ))}
        {tools}
      </div>
    </search>
  )
}

/** Filters that are seldom used, until they are set. */
function MoreFilters({ filters, state }: Pick<FilterBarProps, 'filters' | 'state'>) {
  const t = useText()
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      content={
        <div className="more-filters">
          {filters.map((filter) => (
            <FilterControl key={filter.name} filter={filter} state={state} />
          ))}
        </div>
      }
    >
      <FilterChip label={t('table.moreFilters')} value="" onClear={() => undefined} />
    </Popover>
  )
}
