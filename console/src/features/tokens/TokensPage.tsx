import { getToken, listEndingTokenModels } from '@waystation/contract/api/people/token'
import type { ListedToken, Token } from '@waystation/contract/people/token'
import { statusTables, tokenStatus } from '@waystation/contract/site/status-table'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { EndingModels } from '~/shared/ending-models/EndingModels'
import { BalanceText, NextStep, useBalance } from '~/shared/money/balance'
import { Arriving, Banner, Chips, KeyIcon, ListTable, NumberText, Page, QuotaText, Skeleton, useDrawer, useQuotaFormat } from '~/ui/kit'
import { ConnectDrawer, useConnectDrawer } from './ConnectDrawer.tsx'
import { type MadeToken, MadeTokens } from './MadeTokens.tsx'
import { TokenBudget } from './TokenBudget.tsx'
import { TokenDrawer } from './TokenDrawer.tsx'
import { useBulkActions, useTokenActions } from './token-actions.tsx'
import { tokenCard, tokenColumns } from './token-columns.tsx'
import { tokenList, useTokenLabels } from './token-queries.ts'

/** What all tokens of the account draw on: left, used, and in how many calls. */
function BalanceChips() {
  const t = useText()
  const balance = useBalance()
  const soon = <Skeleton width={64} />
  return (
    <Chips
      figures={[
        { label: t('balance.title'), value: balance ? <BalanceText balance={balance} /> : soon },
        { label: t('balance.used'), value: balance ? <QuotaText value={balance.used} /> : soon },
        { label: t('balance.calls'), value: balance ? <NumberText value={balance.calls} /> : soon },
      ]}
    />
  )
}

/** Warns when the balance is low or used up, and offers a remedy. */
function BalanceNotice() {
  const t = useText()
  const format = useQuotaFormat()
  const balance = useBalance()
  if (!balance || balance.state === 'well') return null
  const isEmpty = balance.state === 'empty'
  return (
    <Banner tone={isEmpty ? 'red' : 'amber'}>
      <strong>{isEmpty ? t('balance.empty') : t('balance.low', { left: format(balance.left) })}</strong> {isEmpty && t('balance.refused')}{' '}
      <NextStep />
    </Banner>
  )
}

/** Warns against sharing tokens and names who can read the calls. */
function ShareWarning() {
  const t = useText()
  const isRead = usePublicStatus()?.log_chat_content_enabled === true
  return (
    <Banner tone="amber">
      {t('token.warning')}
      {isRead && <span className="text2"> {t('token.warningChat')}</span>}
    </Banner>
  )
}

/** Models that tokens are limited to and that end soon. */
function EndingTokenModels() {
  const { data = [], isLoading } = useData(listEndingTokenModels, {}, { freshMs: 60_000 })
  if (isLoading) return <Arriving />
  return <EndingModels models={data.map((one) => ({ ...one, names: one.tokens.map(({ name }) => name) }))} />
}

/** The caller's tokens. */
export default function TokensPage() {
  const t = useText()
  const drawer = useDrawer<Token>(getToken)
  // A row of the list has not all of its token.
  const edit = ({ id }: ListedToken) => drawer.openId(id)
  const [made, setMade] = useState<readonly MadeToken[]>([])
  const connecting = useConnectDrawer()
  const [limited, setLimited] = useState<ListedToken>()
  const labels = useTokenLabels()
  const format = useQuotaFormat()
  const statuses = [
    { value: '', label: t('token.anyStatus') },
    ...Object.entries(statusTables.token).map(([value, { name }]) => ({ value, label: t(`status.token.${name}`) })),
  ]
  const notice = (
    <>
      <BalanceNotice />
      <ShareWarning />
      <EndingTokenModels />
    </>
  )
  return (
    <Page title={t('token.title')} subtitle={t('token.subtitle')} summary={<BalanceChips />} notice={notice}>
      <ListTable
        list={tokenList}
        name="tokens"
        columns={tokenColumns}
        filters={[
          { kind: 'search', name: 'keyword', label: t('token.search') },
          {
            kind: 'select',
            name: 'label',
            label: t('token.label'),
            allLabel: t('token.anyLabel'),
            isSearchable: true,
            choices: labels.map(({ label, tokens, used_quota }) => ({
              value: label,
              label: t('token.labelSums', { label, count: tokens, used: format(used_quota) }),
            })),
            showIf: labels.length > 0,
          },
          { kind: 'segment', name: 'status', label: t('token.status'), countsIn: 'status_counts', choices: statuses },
        ]}
        isDim={(token) => token.status !== tokenStatus.enabled}
        empty={{ icon: <KeyIcon />, title: t('token.emptyTitle'), text: t('token.emptyText') }}
        onCreate={() => drawer.open()}
        createLabel={t('token.create')}
        onOpen={edit}
        actions={useTokenActions({ edit, limit: setLimited, connect: ({ id }) => connecting.open(id) })}
        bulk={useBulkActions()}
        card={tokenCard}
        hasCsv
      />
      <TokenDrawer drawer={drawer} onMade={setMade} />
      {limited && <TokenBudget token={limited} onClose={() => setLimited(undefined)} />}
      <ConnectDrawer drawer={connecting} />
      <MadeTokens made={made} onClose={() => setMade([])} />
    </Page>
  )
}
