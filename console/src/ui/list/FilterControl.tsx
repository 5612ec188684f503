import { Input, Popover, Select } from 'antd'
import { useState } from 'react'
import { useLanguage, useText } from '../../i18n/index.ts'
import { QuickChoices } from '../form/QuickChoices.tsx'
import { numberText } from '../number-format.ts'
import { Segmented } from '../Segmented.tsx'
import { Toggle } from '../Toggle.tsx'
import { useIsPhone } from '../use-phone.ts'
import { FilterChip } from './FilterChip.tsx'
import type { Filter, SearchFilter, SegmentFilter, TextFilter } from './filter.ts'
import type { ListState } from './list-state.ts'
import { RangeChip } from './RangeChip.tsx'
import { SearchBox } from './SearchBox.tsx'

interface ControlProps<Kind extends Filter = Filter> {
  readonly filter: Kind
  readonly state: ListState
  /** The response's fields next to the rows; undefined before the first response. */
  readonly beside?: EnvelopeExtra
}

export type EnvelopeExtra = Readonly<Record<string, unknown>> | undefined

/** The control of one filter. */
export function FilterControl({ filter, state, beside }: ControlProps) {
  const t = useText()
  const value = state.filters[filter.name] ?? ''
  const set = (next: string) => state.setFilters({ [filter.name]: next })
  if (filter.kind === 'search') return <SearchBox filter={filter satisfies SearchFilter} state={state} hasKey={false} />
  if (filter.kind === 'text') return <TextChip filter={filter} state={state} />
  if (filter.kind === 'range') return <RangeChip filter={filter} state={state} />
  if (filter.kind === 'flag') {
    return <Toggle label={filter.label} isOn={value === 'true'} onChange={(isOn) => set(isOn ? 'true' : '')} />
  }
  if (filter.kind === 'segment') return <SegmentControl filter={filter} state={state} beside={beside} />
  return (
    <Select
      className="filter-select"
      aria-label={filter.label}
      value={value}
      popupMatchSelectWidth={false}
      showSearch={filter.isSearchable === true}
      options={[
        { value: '', label: filter.allLabel ?? t('table.allOf', { name: filter.label }) },
        ...filter.choices.map((choice) => ({ value: choice.value, label: choice.label })),
      ]}
      onChange={set}
    />
  )
}

/** Side by side; on a phone, where they do not fit into a line, as buttons that wrap. */
function SegmentControl({ filter, state, beside }: ControlProps<SegmentFilter>) {
  const language = useLanguage()
  const isPhone = useIsPhone()
  const counts = countsOf(filter, beside)
  const chosen = state.filters[filter.name] ?? ''
  const set = (next: string) => state.setFilters({ [filter.name]: next })
  const choices = filter.choices.map(({ value, label }) => ({
    value,
    label: counts ? (
      <>
        {label} <span className="segment-count">{numberText(counts(value), language)}</span>
      </>
    ) : (
      label
    ),
  }))
  if (!isPhone) return <Segmented label={filter.label} value={chosen} choices={choices} onChange={set} />
  return (
    <fieldset className="filter-choices">
      <legend>{filter.label}</legend>
      <QuickChoices
        choices={choices.map(({ value, label }) => ({ key: value, label, isChosen: value === chosen, choose: () => set(value) }))}
      />
    </fieldset>
  )
}

/** How many rows a choice has; the total for the choice "all". Undefined where the server sends no counts. */
function countsOf({ countsIn }: SegmentFilter, beside: EnvelopeExtra): ((value: string) => number) | undefined {
  const counts = countsIn === undefined ? undefined : beside?.[countsIn]
  if (typeof counts !== 'object' || counts === null) return undefined
  const all = Object.entries(counts).map(([value, count]) => [value, Number(count)] as const)
  return (value) => all.filter(([of]) => value === '' || of === value).reduce((sum, [, count]) => sum + count, 0)
}

function TextChip({ filter, state }: ControlProps<TextFilter>) {
  const t = useText()
  const value = state.filters[filter.name] ?? ''
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState(value)
  const set = (next: string) => {
    state.setFilters({ [filter.name]: next.trim() })
    setIsOpen(false)
  }
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      open={isOpen}
      destroyOnHidden
      onOpenChange={(open) => {
        setIsOpen(open)
        setTyped(value)
      }}
      content={
        <Input
          autoFocus
          style={{ width: 220 }}
          aria-label={filter.label}
          placeholder={filter.placeholder ?? t('table.filter', { name: filter.label })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={() => set(typed)}
        />
      }
    >
      <FilterChip label={filter.label} value={value} onClear={() => set('')} />
    </Popover>
  )
}
