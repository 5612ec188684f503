import { Input, Popover, Segmented, Select } from 'antd'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { Toggle } from '../Toggle.tsx'
import { FilterChip } from './FilterChip.tsx'
import type { Filter, SearchFilter, TextFilter } from './filter.ts'
import type { ListState } from './list-state.ts'
import { RangeChip } from './RangeChip.tsx'
import { SearchBox } from './SearchBox.tsx'

interface ControlProps<Kind extends Filter = Filter> {
  readonly filter: Kind
  readonly state: ListState
}

/** The control of one filter. */
export function FilterControl({ filter, state }: ControlProps) {
  const t = useText()
  const value = state.filters[filter.name] ?? ''
  const set = (next: string) => state.setFilters({ [filter.name]: next })
  if (filter.kind === 'search') return <SearchBox filter={filter satisfies SearchFilter} state={state} hasKey={false} />
  if (filter.kind === 'text') return <TextChip filter={filter} state={state} />
  if (filter.kind === 'range') return <RangeChip filter={filter} state={state} />
  if (filter.kind === 'flag') {
    return <Toggle label={filter.label} isOn={value === 'true'} onChange={(isOn) => set(isOn ? 'true' : '')} />
  }
  if (filter.kind === 'segment') {
    return (
      <Segmented
        aria-label={filter.label}
        value={value}
        options={filter.choices.map((choice) => ({ value: choice.value, label: choice.label }))}
        onChange={set}
      />
    )
  }
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
