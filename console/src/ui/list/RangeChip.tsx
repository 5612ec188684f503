import { Popover } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { type Text, useLanguage, useText } from '../../i18n/index.ts'
import type { Language } from '../../i18n/language.ts'
import { timeText } from '../TimeText.tsx'
import { FilterChip } from './FilterChip.tsx'
import type { RangeFilter } from './filter.ts'
import type { ListState } from './list-state.ts'
import { isSpanName, spanTitles } from './spans.ts'

const RangePanel = lazy(() => import('./RangePanel.tsx'))

interface RangeChipProps {
  readonly filter: RangeFilter
  readonly state: ListState
}

/** A span of time as a chip: `Time Today ×`. */
export function RangeChip({ filter, state }: RangeChipProps) {
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
