import { callLedger, ownCallLedger } from '@waystation/contract/api/log'
import type { CallLedger, LedgerEntry, LogEntry } from '@waystation/contract/calls/log'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { type TextKey, useLanguage, useText } from '~/i18n'
import { CopyButton, ErrorState, QuotaText, SideSheet, SkeletonLines, Tag, timeText, useQuotaFormat } from '~/ui/kit'
import './explanation.css'

/** The end of a request id is what differs between two of them. */
const ACCOUNT_WORDS = { balance: 'log.accountBalance', token: 'log.accountToken', budget: 'log.accountBudget' } as const

const shortId = (row: LogEntry): string => `L-${row.request_id.slice(-8)}`

/** A link from a charge to its ledger entries. */
export function LedgerLink({ row, isAdmin }: { readonly row: LogEntry; readonly isAdmin: boolean }) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="link-button" onClick={() => setIsOpen(true)}>
        {t('log.ledger')} {shortId(row)}
      </button>
      <SideSheet isOpen={isOpen} onClose={() => setIsOpen(false)} width={520} title={t('log.ledgerTitle', { id: shortId(row) })}>
        <LedgerSheet requestId={row.request_id} isAdmin={isAdmin} />
      </SideSheet>
    </>
  )
}

function LedgerSheet({ requestId, isAdmin }: { readonly requestId: string; readonly isAdmin: boolean }) {
  const payload = { params: { request_id: requestId } }
  const all = useData(callLedger, payload, { when: isAdmin })
  const own = useData(ownCallLedger, payload, { when: !isAdmin })
  const { data, error, refresh } = isAdmin ? all : own
  if (error) return <ErrorState error={error} onRetry={refresh} />
  if (!data) return <SkeletonLines count={5} />
  return <Ledger ledger={data} />
}

function Ledger({ ledger }: { readonly ledger: CallLedger }) {
  const t = useText()
  return (
    <div className="stack ledger">
      <HoldFacts hold={ledger.hold} />
      {ledger.entries.length === 0 && <p>{t('log.ledgerEmpty')}</p>}
      {ledger.entries.map((entry) => (
        <Entry key={entry.ref} entry={entry} />
      ))}
      <p className="text3">{t('log.ledgerText')}</p>
    </div>
  )
}

function HoldFacts({ hold }: { readonly hold: CallLedger['hold'] }) {
  const t = useText()
  const language = useLanguage()
  const format = useQuotaFormat()
  if (!hold) return <p className="text3">{t('log.ledgerHoldGone')}</p>
  const state = holdStates[hold.state]
  return (
    <section>
      <h3>
        {t('log.ledgerHold')} {state && <Tag>{t(state)}</Tag>}
      </h3>
      <p>
        {t('log.ledgerHoldAt', { time: clockOf(hold.created_at_ms, language), amount: format(hold.amount, 'exact') })}
        {hold.resolved_at_ms !== null && state && ` · ${t(state)} ${clockOf(hold.resolved_at_ms, language)}`}
      </p>
    </section>
  )
}

function Entry({ entry }: { readonly entry: LedgerEntry }) {
  const t = useText()
  const language = useLanguage()
  const kind = entryKinds[entry.kind]
  return (
    <section>
      <h3>
        {t(ACCOUNT_WORDS[entry.account])}
        <span className="grow" />
        <QuotaText value={-entry.amount} precision="exact" />
      </h3>
      <p>
        {kind ? t(kind) : entry.kind} · {clockOf(entry.created_at_ms, language)}
        {entry.reason !== '' && ` · ${entry.reason}`}
      </p>
      <p className="row text3">
        {t('log.ledgerRef')} <span className="mono">{entry.ref}</span>
        <CopyButton value={entry.ref} label={t('log.ledgerRef')} />
      </p>
    </section>
  )
}

const clockOf = (ms: number, language: ReturnType<typeof useLanguage>): string => timeText(Math.floor(ms / 1000), 'full', language)

const holdStates: Readonly<Record<string, TextKey>> = {
  open: 'log.holdState.open',
  settled: 'log.holdState.settled',
  released: 'log.holdState.released',
  recovered: 'log.holdState.recovered',
  corrected: 'log.holdState.corrected',
}

const entryKinds: Readonly<Record<string, TextKey>> = {
  settle: 'log.entryKind.settle',
  recover: 'log.entryKind.recover',
  correct: 'log.entryKind.correct',
}
