import { Checkbox } from 'antd'
import { useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { SearchInput } from '../control/TextInput.tsx'
import { Tag } from '../text/Tag.tsx'
import { changeText, shareOf } from './change-text.ts'
import type { FieldChange, RecordDiff } from './diff-records.ts'
import './diff-review.css'

export interface DiffReviewProps {
  /** From `diffRecords`. */
  readonly diffs: readonly RecordDiff[]
  /** How many are the same on both sides, which are not listed. */
  readonly sameCount: number
  /** Names of those that are taken over; the others are skipped. */
  readonly taken: ReadonlySet<string>
  readonly onTake: (taken: ReadonlySet<string>) => void
  /** A field in words. */
  readonly fieldTitle: (field: string) => string
  readonly format: (value: number) => string
}

/** A rise beyond this share is marked for a second look. */
const STEEP = 1
/** More records than these can be searched. */
const FEW = 10

/** What would change, record by record, from the old number to the new one; each is taken over or skipped. Nothing is saved here. */
export function DiffReview({ diffs, sameCount, taken, onTake, fieldTitle, format }: DiffReviewProps) {
  const t = useText()
  const [word, setWord] = useState('')
  // Those that are not in sight stay as they are.
  const shown = diffs.filter(({ name }) => name.toLowerCase().includes(word.trim().toLowerCase()))
  const count = shown.filter(({ name }) => taken.has(name)).length
  const take = (names: readonly string[], isTaken: boolean) => {
    const next = new Set(taken)
    for (const name of names) isTaken ? next.add(name) : next.delete(name)
    onTake(next)
  }
  return (
    <div className="diff">
      <div className="diff-head">
        {shown.length > 0 && (
          <Checkbox
            checked={count === shown.length}
            indeterminate={count > 0 && count < shown.length}
            onChange={(event) =>
              take(
                shown.map(({ name }) => name),
                event.target.checked,
              )
            }
          >
            {t('kit.diffTaken', { taken: count, count: shown.length })}
          </Checkbox>
        )}
        <span className="text3">{t('kit.diffSame', { count: sameCount })}</span>
        {diffs.length > FEW && <SearchInput label={t('action.search')} value={word} onChange={setWord} />}
      </div>
      {shown.length === 0 && <p className="diff-none text2">{t(diffs.length === 0 ? 'kit.diffNone' : 'kit.diffNoMatch')}</p>}
      <ul>
        {shown.map(({ name, changes }) => (
          <li key={name}>
            <Checkbox checked={taken.has(name)} onChange={(event) => take([name], event.target.checked)}>
              <code>{name}</code>
            </Checkbox>
            <dl>
              {changes.map((change) => (
                <Change key={change.field} change={change} title={fieldTitle(change.field)} format={format} />
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ChangeProps {
  readonly change: FieldChange
  readonly title: string
  readonly format: (value: number) => string
}

function Change({ change: { before, after }, title, format }: ChangeProps) {
  const t = useText()
  const share = shareOf(before, after)
  const percent = changeText(before, after)
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <span className="unseen">{t('kit.before')} </span>
        {before === undefined ? <span className="text3">–</span> : <s>{format(before)}</s>}
        <span className="text3" aria-hidden>
          →
        </span>
        <span className="unseen"> {t('kit.after')} </span>
        <strong>{after === undefined ? '–' : format(after)}</strong>
      </dd>
      <dd className="diff-by">
        {before === undefined ? (
          <Tag tone="blue">{t('kit.new')}</Tag>
        ) : after === undefined ? (
          <Tag>{t('kit.removed')}</Tag>
        ) : share !== undefined && share > STEEP ? (
          <Tag tone="amber">{percent}</Tag>
        ) : (
          percent
        )}
      </dd>
    </div>
  )
}
