import { Input, Popover, Segmented, Select } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useLanguage, useText } from '../../i18n/index.ts'
import type { Language } from '../../i18n/language.ts'
import { Toggle } from '../Toggle.tsx'
import { timeText } from '../time-format.ts'
import { FilterChip } from './FilterChip.tsx'
import { type Filter, type RangeFilter, type SearchFilter, startOfToday, type TextFilter } from './filter.ts'
import type { ListState } from './list-state.ts'
import { SearchBox } from './SearchBox.tsx'

const RangePanel = lazy(() => import('./RangePanel.tsx'))

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

function RangeChip({ filter, state }: ControlProps<RangeFilter>) {
  const t = useText()
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const from = Number(state.filters[filter.name] ?? 0)
  const to = Number(state.filters[filter.nameTo] ?? 0)
  const set = (nextFrom: number | undefined, nextTo: number | undefined) => {
    state.setFilters({
      [filter.name]: nextFrom === undefined ? '' : String(nextFrom),
      [filter.nameTo]: nextTo === undefined ? '' : String(nextTo),
    })
    setIsOpen(false)
  }
  const words = from === 0 && to === 0 ? '' : rangeWords(from, to, language, t('time.today'))
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      open={isOpen}
      onOpenChange={setIsOpen}
      destroyOnHidden
      content={
        <Suspense fallback={<div style={{ width: 320, height: 120 }} />}>
          <RangePanel from={from || undefined} to={to || undefined} onApply={set} />
        </Suspense>
      }
    >
      <FilterChip label={filter.label || t('time.range')} value={words} onClear={() => set(undefined, undefined)} />
    </Popover>
  )
}

/** `Today 00:00 – 15:32`; the day once when both ends are on it. */
function rangeWords(from: number, to: number, language: Language, today: string): string {
  if (from === 0 || to === 0)
    return `${from === 0 ? '…' : timeText(from, 'short', language)} – ${to === 0 ? '…' : timeText(to, 'short', language)}`
  const clock = (unix: number) => timeText(unix, 'clock', language).slice(0, 5)
  const day = (unix: number) => timeText(unix, 'date', language)
  if (day(from) !== day(to)) return `${timeText(from, 'short', language)} – ${timeText(to, 'short', language)}`
  return `${from >= startOfToday() ? today : day(from)} ${clock(from)} – ${clock(to)}`
}
