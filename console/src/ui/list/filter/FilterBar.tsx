import { Popover } from 'antd'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { Button } from '../../button/Button.tsx'
import { IconButton } from '../../button/IconButton.tsx'
import { BottomSheet } from '../../dialog/BottomSheet.tsx'
import { FilterIcon } from '../../icons.ts'
import { useIsNarrow } from '../../use-phone.ts'
import type { ListState } from '../list-state.ts'
import { type EnvelopeExtra, FilterChip, FilterControl } from './FilterControl.tsx'
import type { Filter } from './filter.ts'
import { SavedFiltersButton } from './SavedFiltersButton.tsx'
import { SearchBox } from './SearchBox.tsx'
import type { SavedFilters } from './saved-filters.ts'
import './filters.css'

export interface FilterBarProps {
  readonly filters: readonly Filter[]
  readonly state: ListState
  readonly beside: EnvelopeExtra
  /** Filters under a name, where the list keeps them. */
  readonly saved?: SavedFilters | undefined
  /** Refresh, columns, export: at the right end. */
  readonly tools?: ReactNode
}

/** More chips that are not set than this, and the last ones are behind "More". */
const MAX_UNSET = 3

/** One line above a table: search, what is set, what could be set, reset. */
export function FilterBar({ filters, state, beside, saved, tools }: FilterBarProps) {
  const t = useText()
  const offered = filters.filter((filter) => filter.showIf !== false && filter.kind !== 'tabs')
  const flags = offered.filter((filter) => filter.kind === 'flag')
  const others = offered.filter((filter) => filter.kind !== 'search' && filter.kind !== 'flag')
  const isNarrow = useIsNarrow()
  // Where room is short, lists to select from give way as well.
  const givesWay = ({ kind }: Filter) => kind === 'text' || (isNarrow && kind === 'select')
  const unset = others.filter((filter) => givesWay(filter) && !state.filters[filter.name])
  // What is set takes room: so that the line stays one line, less of what is not set stands in it.
  const set = others.filter((filter) => givesWay(filter) && state.filters[filter.name]).length
  const most = Math.max(1, MAX_UNSET - set)
  const more = unset.length > most ? unset.slice(most - 1) : []
  return (
    <search className="filter-bar">
      {offered
        .filter((filter) => filter.kind === 'search')
        .map((filter, index) => (
          <SearchBox key={filter.name} filter={filter} state={state} hasKey={index === 0} />
        ))}
      {others
        .filter((filter) => !more.includes(filter))
        .map((filter) => (
          <FilterControl key={filter.name} filter={filter} state={state} beside={beside} />
        ))}
      {more.length > 0 && <MoreFilters filters={more} state={state} />}
      {state.setCount > 0 && (
        <Button kind="text" onClick={state.clearFilters}>
          {t('action.reset')}
        </Button>
      )}
      {saved && <SavedFiltersButton filters={saved} />}
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

/** The same on a phone: search, everything else behind one button, then the tools. */
export function PhoneFilterBar({ filters, state, beside, saved, tools }: FilterBarProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const offered = filters.filter((filter) => filter.showIf !== false && filter.kind !== 'tabs')
  const search = offered.find((filter) => filter.kind === 'search')
  const rest = offered.filter((filter) => filter !== search)
  const isSet = state.setCount > 0
  return (
    <search className="filter-bar">
      {search && <SearchBox filter={search} state={state} hasKey={false} />}
      {rest.length > 0 && (
        <>
          <span className="filter-button">
            <IconButton
              label={isSet ? t('table.filtersSet', { count: state.setCount }) : t('table.filters')}
              icon={<FilterIcon />}
              isBordered
              onClick={() => setIsOpen(true)}
            />
            {isSet && <i aria-hidden>{state.setCount}</i>}
          </span>
          <BottomSheet
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            title={t('table.filters')}
            footer={
              <div className="sheet-footer">
                {isSet && <Button onClick={state.clearFilters}>{t('action.reset')}</Button>}
                <Button kind="primary" onClick={() => setIsOpen(false)}>
                  {t('kit.showResults')}
                </Button>
              </div>
            }
          >
            <div className="filter-sheet">
              {rest.map((filter) => (
                <FilterControl key={filter.name} filter={filter} state={state} beside={beside} />
              ))}
            </div>
          </BottomSheet>
        </>
      )}
      {saved && <SavedFiltersButton filters={saved} />}
      {tools}
    </search>
  )
}
