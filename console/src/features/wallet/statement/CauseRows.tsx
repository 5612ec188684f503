import type { ReactNode } from 'react'
import { useLanguage, useText } from '~/i18n'
import { ChevronDownIcon, ChevronRightIcon, CopyButton, middleCut, numberText } from '~/ui/kit'
import { useMethodName } from '../methods.tsx'
import type { CauseData, EntryData } from './statement-data.ts'
import { type TextRules, useAmounts, zoneText } from './statement-texts.ts'

/** What an entry is called beside its time; empty where that would repeat its cause. The ref says what its kind leaves open. */
function useEntryWords(): (entry: EntryData) => string {
  const t = useText()
  const methodName = useMethodName()
  return ({ kind, ref, method, note, actor }) => {
    switch (kind) {
      case 'epay':
      case 'stripe':
        return methodName(method || kind)
      case 'redeem':
        return note
      case 'rebate':
        return t(ref.startsWith('rebate:redeem:') ? 'statement.rebateOfCode' : 'statement.rebateOfPayment')
      case 'grant':
        return t(grantKey(ref))
      case 'adjust':
        return [actor === '' ? t('statement.adjusted') : t('statement.adjustedBy', { name: actor }), note].filter(Boolean).join(' · ')
      case 'refund':
        return ref.startsWith('refund:rebate:') ? t('statement.rebateTakenBack') : methodName(method || kind)
      default:
        return ''
    }
  }
}

/** `grant:invitee:12`, `grant:register:12`, `grant:01ARZ…`. */
function grantKey(ref: string) {
  if (ref.startsWith('grant:invitee:')) return 'statement.invited'
  return /^grant:[a-z-]+:\d+$/.test(ref) ? 'statement.firstBalance' : 'statement.gift'
}

export interface CauseProps {
  readonly cause: CauseData
  readonly rules: TextRules
  readonly isUnfolded: boolean
  readonly onToggle: () => void
}

interface CauseRowsProps extends CauseProps {
  /** Also the refs that tell nobody but admins anything. */
  readonly hasAllRefs: boolean
}

/** Kinds of entries whose ref a user can ask about: there is an order or a code of this number. */
const KNOWN_TO_USERS: ReadonlySet<string> = new Set(['epay', 'stripe', 'redeem', 'refund'])

/** One cause: its sum, and its entries when it is unfolded. A cause with one entry shows that one at once. */
export function CauseRows({ cause, rules, isUnfolded, onToggle, hasAllRefs }: CauseRowsProps) {
  const t = useText()
  const language = useLanguage()
  const amounts = useAmounts()
  const wordsOf = useEntryWords()
  const name = t(`statement.causes.${cause.cause}`)
  const { listed, unlisted } = cause
  const [first] = listed
  const only = listed.length === 1 && unlisted.entries === 0 ? first : undefined
  const refOf = ({ kind, ref }: EntryData) => (hasAllRefs || KNOWN_TO_USERS.has(kind) ? <Ref value={ref} /> : null)
  return (
    <>
      <tr className="statement-cause">
        <th scope="row">
          {only ? <span className="statement-fold" /> : <Fold name={name} isUnfolded={isUnfolded} onToggle={onToggle} />}
          {name} {only && <small>{[wordsOf(only), zoneText(only.at, 'moment', rules)].filter((part) => part !== '').join(' · ')}</small>}
        </th>
        <td className="entries">{numberText(cause.entries, language)}</td>
        <td className="ref">{only && refOf(only)}</td>
        <AmountCells in={cause.in} out={cause.out} />
      </tr>
      {!only &&
        isUnfolded &&
        listed.map((entry) => <EntryRow key={entry.ref} entry={entry} words={wordsOf(entry)} refCell={refOf(entry)} rules={rules} />)}
      {!only && isUnfolded && unlisted.entries > 0 && (
        <tr className="statement-line">
          <th scope="row">{t('statement.unlisted', { count: numberText(unlisted.entries, language) })}</th>
          <td className="entries" />
          <td className="ref" />
          <td className="in">{unlisted.in > 0 && amounts.in(unlisted.in)}</td>
          <td className="out">{unlisted.out > 0 && amounts.out(unlisted.out)}</td>
          <td className="balance" />
        </tr>
      )}
    </>
  )
}

interface EntryRowProps {
  readonly entry: EntryData
  readonly words: string
  readonly refCell: ReactNode
  readonly rules: TextRules
}

function EntryRow({ entry, words, refCell, rules }: EntryRowProps) {
  return (
    <tr className="statement-line">
      <th scope="row">
        {words} <small>{zoneText(entry.at, 'moment', rules)}</small>
      </th>
      <td className="entries" />
      <td className="ref">{refCell}</td>
      <AmountCells in={entry.in} out={entry.out} />
    </tr>
  )
}

/** What came in and what went out; nothing where there is nothing. */
function AmountCells({ in: amountIn, out }: { readonly in: number; readonly out: number }) {
  const amounts = useAmounts()
  return (
    <>
      <td className="in">{amountIn !== 0 && amounts.in(amountIn)}</td>
      <td className="out">{out !== 0 && amounts.out(out)}</td>
      <td className="balance" />
    </>
  )
}

/** A ref of the ledger, cut in the middle and copied whole. */
function Ref({ value }: { readonly value: string }): ReactNode {
  return (
    <span className="statement-ref">
      <span className="mono" title={value}>
        {middleCut(value)}
      </span>
      <CopyButton value={value} />
    </span>
  )
}

/** The arrow in front of a cause, which shows and hides its lines. */
export function Fold({
  name,
  isUnfolded,
  onToggle,
}: {
  readonly name: string
  readonly isUnfolded: boolean
  readonly onToggle: () => void
}) {
  const t = useText()
  return (
    <button
      type="button"
      className="statement-fold"
      aria-expanded={isUnfolded}
      aria-label={t(isUnfolded ? 'statement.fold' : 'statement.unfold', { cause: name })}
      onClick={onToggle}
    >
      {isUnfolded ? <ChevronDownIcon /> : <ChevronRightIcon />}
    </button>
  )
}
