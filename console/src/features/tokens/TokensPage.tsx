import { getToken } from '@waystation/contract/api/token'
import { statusTables, tokenStatus } from '@waystation/contract/status-table'
import type { ListedToken, Token } from '@waystation/contract/token'
import { useState } from 'react'
import { useText } from '~/i18n'
import { KeyIcon, ListTable, Page, useDrawer } from '~/ui/kit'
import { BalanceChips } from './BalanceChips.tsx'
import { BalanceNotice } from './BalanceNotice.tsx'
import { type MadeToken, MadeTokens } from './MadeTokens.tsx'
import { ShareWarning } from './ShareWarning.tsx'
import { TokenBudget } from './TokenBudget.tsx'
import { TokenDrawer } from './TokenDrawer.tsx'
import { useBulkActions, useTokenActions } from './token-actions.tsx'
import { tokenCard, tokenColumns } from './token-columns.tsx'
import { tokenList } from './token-queries.ts'

/** The caller's tokens. */
export default function TokensPage() {
  const t = useText()
  const drawer = useDrawer<Token>(getToken)
  // A row of the list has not all of its token.
  const edit = ({ id }: ListedToken) => drawer.openId(id)
  const [made, setMade] = useState<readonly MadeToken[]>([])
  const [limited, setLimited] = useState<ListedToken>()
  const statuses = [
    { value: '', label: t('token.anyStatus') },
    ...Object.entries(statusTables.token).map(([value, { name }]) => ({ value, label: t(`status.token.${name}`) })),
  ]
  const notice = (
    <>
      <BalanceNotice />
      <ShareWarning />
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
          { kind: 'segment', name: 'status', label: t('token.status'), countsIn: 'status_counts', choices: statuses },
        ]}
        isDim={(token) => token.status !== tokenStatus.enabled}
        empty={{ icon: <KeyIcon />, title: t('token.emptyTitle'), text: t('token.emptyText') }}
        onCreate={() => drawer.open()}
        createLabel={t('token.create')}
        onOpen={edit}
        actions={useTokenActions({ edit, limit: setLimited })}
        bulk={useBulkActions()}
        card={tokenCard}
        hasCsv
      />
      <TokenDrawer drawer={drawer} onMade={setMade} />
      {limited && <TokenBudget token={limited} onClose={() => setLimited(undefined)} />}
      <MadeTokens made={made} onClose={() => setMade([])} />
    </Page>
  )
}
