import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { Button } from '../../button/Button.tsx'
import DateTimeInput from '../../form/fields/DateTimeInput.tsx'
import { QuickChoices } from '../../form/fields/QuickChoices.tsx'
import { ZoneNote } from '../../text/ZoneNote.tsx'
import { type SpanName, spanNames, spanOf, spanTitles } from './spans.ts'

interface RangePanelProps {
  readonly span: SpanName | undefined
  /** Unix seconds, where no named span is chosen. */
  readonly from: number | undefined
  readonly to: number | undefined
  readonly onSpan: (name: SpanName) => void
  readonly onApply: (from: number | undefined, to: number | undefined) => void
}

/** The usual spans, and two moments of one's own. A chunk of its own, for the date picker's sake. */
export default function RangePanel({ span, from, to, onSpan, onApply }: RangePanelProps) {
  const t = useText()
  // A named span is where one's own begins.
  const [draft, setDraft] = useState<{ readonly from?: number | undefined; readonly to?: number | undefined }>(
    span === undefined ? { from, to } : spanOf(span),
  )
  const isAny = span === undefined && from === undefined && to === undefined
  const isBackwards = draft.from !== undefined && draft.to !== undefined && draft.to < draft.from
  return (
    <div className="range-panel">
      <QuickChoices
        choices={[
          ...spanNames.map((name) => ({ label: t(spanTitles[name]), isChosen: name === span, choose: () => onSpan(name) })),
          { label: t('time.all'), isChosen: isAny, choose: () => onApply(undefined, undefined) },
        ]}
      />
      <div className="range-moments">
        <span aria-hidden>{t('time.from')}</span>
        <DateTimeInput unix={draft.from} onChange={(next) => setDraft({ ...draft, from: next })} label={t('time.from')} />
        <span aria-hidden>{t('time.to')}</span>
        <DateTimeInput
          unix={draft.to}
          onChange={(next) => setDraft({ ...draft, to: next })}
          label={t('time.to')}
          placeholder={t('time.now')}
          status={isBackwards ? 'error' : ''}
        />
      </div>
      <ZoneNote />
      {isBackwards && (
        <p className="range-trouble" role="alert">
          {t('time.backwards')}
        </p>
      )}
      <Button kind="primary" isDisabled={isBackwards} onClick={() => onApply(draft.from, draft.to)}>
        {t('time.apply')}
      </Button>
    </div>
  )
}
