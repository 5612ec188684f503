import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { Button } from '../Button.tsx'
import DateTimeInput from '../form/DateTimeInput.tsx'
import { QuickChoices } from '../form/QuickChoices.tsx'
import { startOfToday } from './filter.ts'

const DAY = 86_400

interface RangePanelProps {
  readonly from: number | undefined
  readonly to: number | undefined
  readonly onApply: (from: number | undefined, to: number | undefined) => void
}

/** Two moments and the usual spans. A chunk of its own, for the date picker's sake. */
export default function RangePanel({ from, to, onApply }: RangePanelProps) {
  const t = useText()
  const [draft, setDraft] = useState({ from, to })
  const today = startOfToday()
  const soon = Math.floor(Date.now() / 1000) + 3600
  const spans = [
    { label: t('time.today'), from: today, to: soon },
    { label: t('time.yesterday'), from: today - DAY, to: today },
    { label: t('time.last7'), from: today - 6 * DAY, to: soon },
    { label: t('time.last30'), from: today - 29 * DAY, to: soon },
    { label: t('time.all'), from: undefined, to: undefined },
  ]
  return (
    <div className="range-panel">
      <QuickChoices
        choices={spans.map((span) => ({
          label: span.label,
          isChosen: span.from === from && span.to === to,
          choose: () => onApply(span.from, span.to),
        }))}
      />
      <DateTimeInput
        unix={draft.from}
        onChange={(next) => setDraft({ ...draft, from: next })}
        placeholder={t('time.from')}
        label={t('time.from')}
      />
      <DateTimeInput
        unix={draft.to}
        onChange={(next) => setDraft({ ...draft, to: next })}
        placeholder={t('time.to')}
        label={t('time.to')}
      />
      <Button kind="primary" onClick={() => onApply(draft.from, draft.to)}>
        {t('time.apply')}
      </Button>
    </div>
  )
}
