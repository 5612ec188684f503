import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { BottomSheet } from '../BottomSheet.tsx'
import { Button } from '../Button.tsx'
import { IconButton } from '../IconButton.tsx'
import { FilterIcon } from '../icons.ts'
import type { FilterBarProps } from './FilterBar.tsx'
import { FilterControl } from './FilterControl.tsx'
import { SearchBox } from './SearchBox.tsx'
import './filters.css'

/** The same on a phone: search, everything else behind one button, then the tools. */
export function PhoneFilterBar({ filters, state, beside, tools }: FilterBarProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const offered = filters.filter((filter) => filter.showIf !== false)
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
      {tools}
    </search>
  )
}
