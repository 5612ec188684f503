// antd's date picker is heavy, so this is a chunk of its own: loaded when the range is opened.
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { Button } from '../button/Button.tsx'
import { type QuickChoice, QuickChoices } from '../form/fields/QuickChoices.tsx'

/** Days as `2026-03-18`, by the calendar of the person; both are included. */
export interface Days {
  readonly from: string
  readonly to: string
}

export interface DayRangePanelProps {
  /** The usual spans, by name. */
  readonly choices: readonly QuickChoice[]
  readonly days: Days
  /** No longer span can be applied. */
  readonly mostDays: number
  readonly onApply: (days: Days) => void
}

const FORMAT = 'YYYY-MM-DD'

export default function DayRangePanel({ choices, days, mostDays, onApply }: DayRangePanelProps) {
  const t = useText()
  const [draft, setDraft] = useState(days)
  const length = dayjs(draft.to).diff(dayjs(draft.from), 'day') + 1
  const trouble = length < 1 ? t('kit.range.backwards') : length > mostDays ? t('kit.range.tooLong', { count: mostDays }) : undefined
  const input = (name: keyof Days, label: string) => (
    // biome-ignore lint/a11y/noLabelWithoutControl: antd's picker is an input, which a label may hold
    <label>
      {label}
      <DatePicker
        aria-label={label}
        format={FORMAT}
        value={dayjs(draft[name])}
        allowClear={false}
        status={trouble === undefined ? '' : 'error'}
        disabledDate={(date) => date.isAfter(dayjs(), 'day')}
        onChange={(date) => date && setDraft({ ...draft, [name]: date.format(FORMAT) })}
      />
    </label>
  )
  return (
    <div className="day-range-panel">
      <QuickChoices choices={choices} />
      <div className="day-range-inputs">
        {input('from', t('kit.range.from'))}
        {input('to', t('kit.range.to'))}
      </div>
      {trouble !== undefined && (
        <p className="day-range-trouble" role="alert">
          {trouble}
        </p>
      )}
      <Button kind="primary" isBlock isDisabled={trouble !== undefined} onClick={() => onApply(draft)}>
        {t('kit.range.apply')}
      </Button>
    </div>
  )
}
