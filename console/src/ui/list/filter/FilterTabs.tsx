import { useEffect, useRef } from 'react'
import { useLanguage } from '../../../i18n/index.ts'
import { numberText } from '../../number-format.ts'
import type { ListState } from '../list-state.ts'
import { countsOf, type EnvelopeExtra } from './FilterControl.tsx'
import type { Filter, TabsFilter } from './filter.ts'

interface FilterTabsProps {
  readonly filters: readonly Filter[]
  readonly state: ListState
  readonly beside: EnvelopeExtra
}

/** The filters that stand in lines of their own above the others. */
export function FilterTabs({ filters, state, beside }: FilterTabsProps) {
  return filters
    .filter((filter) => filter.kind === 'tabs' && filter.showIf !== false)
    .map((filter) => filter.kind === 'tabs' && <TabsLine key={filter.name} filter={filter} state={state} beside={beside} />)
}

function TabsLine({ filter, state, beside }: Omit<FilterTabsProps, 'filters'> & { readonly filter: TabsFilter }) {
  const language = useLanguage()
  const line = useRef<HTMLFieldSetElement>(null)
  const chosen = state.filters[filter.name] ?? ''
  const counts = countsOf(filter, beside)
  useEffect(() => {
    const box = line.current
    const tab = box?.querySelector<HTMLElement>(`[data-value="${CSS.escape(chosen)}"]`)
    if (!box || !tab) return
    const [from, to] = [tab.offsetLeft, tab.offsetLeft + tab.offsetWidth]
    if (from < box.scrollLeft || to > box.scrollLeft + box.clientWidth) box.scrollLeft = from - SHOWN_BEFORE_PX
  }, [chosen])
  return (
    <fieldset className="filter-tabs" aria-label={filter.label} ref={line}>
      {filter.choices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          data-value={value}
          aria-pressed={value === chosen}
          onClick={() => state.setFilters({ [filter.name]: value === chosen ? '' : value })}
        >
          {label}
          <span className="segment-count">{counts ? numberText(counts(value), language) : ''}</span>
        </button>
      ))}
    </fieldset>
  )
}

/** px of its neighbour that stay in sight. */
const SHOWN_BEFORE_PX = 40
