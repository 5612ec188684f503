import { Input, Popover, Select } from 'antd'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { type Text, useLanguage, useText } from '../../../i18n/index.ts'
import type { Language } from '../../../i18n/language.ts'
import { Segmented } from '../../control/Segmented.tsx'
import { Toggle } from '../../control/Toggle.tsx'
import { QuickChoices } from '../../form/fields/QuickChoices.tsx'
import { CloseIcon, PlusIcon } from '../../icons.ts'
import { numberText } from '../../number-format.ts'
import { timeText } from '../../text/TimeText.tsx'
import { useIsPhone } from '../../use-phone.ts'
import type { ListState } from '../list-state.ts'
import type { Filter, RangeFilter, SearchFilter, SegmentFilter, TextFilter } from './filter.ts'
import { SearchBox } from './SearchBox.tsx'
import { isSpanName, spanTitles } from './spans.ts'

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
  // They have a line of their own.
  if (filter.kind === 'tabs') return null
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
export function countsOf({ countsIn }: Pick<SegmentFilter, 'countsIn'>, beside: EnvelopeExtra): ((value: string) => number) | undefined {
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

interface FilterChipProps extends Omit<ComponentProps<'span'>, 'onClick'> {
  readonly label: string
  /** '' when not set: the chip is then dashed, with a plus. */
  readonly value: string
  readonly onClear: () => void
  readonly onClick?: ComponentProps<'button'>['onClick']
}

/** A filter as a chip: `Name value ×` when it is set, `+ Name` when it is not. A popover hangs on it. */
export function FilterChip({ label, value, onClear, onClick, ...rest }: FilterChipProps) {
  const t = useText()
  const isSet = value !== ''
  return (
    <span {...rest} className={`filter-chip ${isSet ? 'set' : ''}`}>
      <button type="button" onClick={onClick} aria-label={isSet ? `${label} ${value}` : t('table.addFilter', { name: label })}>
        {!isSet && <PlusIcon />}
        {label}
        {isSet && <strong>{value}</strong>}
      </button>
      {isSet && (
        <button
          type="button"
          className="chip-clear"
          aria-label={t('table.removeFilter', { name: label })}
          onClick={(event) => {
            event.stopPropagation()
            onClear()
          }}
        >
          <CloseIcon />
        </button>
      )}
    </span>
  )
}

const RangePanel = lazy(() => import('./RangePanel.tsx'))

interface RangeChipProps {
  readonly filter: RangeFilter
  readonly state: ListState
}

/** A span of time as a chip: `Time Today ×`. */
function RangeChip({ filter, state }: RangeChipProps) {
  const t = useText()
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const value = state.filters[filter.name] ?? ''
  const span = isSpanName(value) ? value : undefined
  const from = span === undefined ? Number(value) || undefined : undefined
  const to = span === undefined ? Number(state.filters[filter.nameTo]) || undefined : undefined
  const choose = (nextFrom: string, nextTo: string) => {
    state.setFilters({ [filter.name]: nextFrom, [filter.nameTo]: nextTo })
    setIsOpen(false)
  }
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      open={isOpen}
      onOpenChange={setIsOpen}
      destroyOnHidden
      content={
        <Suspense fallback={<div className="range-panel" style={{ height: 220 }} />}>
          <RangePanel
            span={span}
            from={from}
            to={to}
            onSpan={(name) => choose(name, '')}
            onApply={(nextFrom, nextTo) => choose(String(nextFrom ?? ''), String(nextTo ?? ''))}
          />
        </Suspense>
      }
    >
      <FilterChip
        label={filter.label || t('time.range')}
        value={span ? t(spanTitles[span]) : momentsText(from, to, language, t)}
        onClear={() => choose('', '')}
      />
    </Popover>
  )
}

/** `Mar 18, 09:00 – 12:30`: the day once where both ends are on it. '' where neither is set. */
function momentsText(from: number | undefined, to: number | undefined, language: Language, t: Text): string {
  if (from === undefined && to === undefined) return ''
  if (to === undefined) return t('time.since', { time: timeText(from ?? 0, 'short', language) })
  if (from === undefined) return t('time.until', { time: timeText(to, 'short', language) })
  const isSameDay = timeText(from, 'date', language) === timeText(to, 'date', language)
  const end = isSameDay ? timeText(to, 'clock', language).slice(0, 5) : timeText(to, 'short', language)
  return `${timeText(from, 'short', language)} – ${end}`
}
