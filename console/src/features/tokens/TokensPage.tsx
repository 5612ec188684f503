import { useNavigate } from '@tanstack/react-router'
import { getToken } from '@waystation/contract/api/token'
import { statusTables, tokenStatus } from '@waystation/contract/status-table'
import type { Token } from '@waystation/contract/token'
import { useState } from 'react'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import {
  type Action,
  CopyIcon,
  copyOrShow,
  EditIcon,
  KeyIcon,
  ListTable,
  LogsIcon,
  Page,
  PowerIcon,
  runWork,
  TrashIcon,
  useDrawer,
} from '~/ui/kit'
import { type MadeToken, MadeTokens } from './MadeTokens.tsx'
import { ShareWarning } from './ShareWarning.tsx'
import { TokenDrawer } from './TokenDrawer.tsx'
import { tokenCard, tokenColumns } from './token-columns.tsx'
import { tokenList, useTokenCalls } from './token-queries.ts'

/** The caller's tokens. */
export default function TokensPage() {
  const t = useText()
  const drawer = useDrawer<Token>(getToken)
  const [made, setMade] = useState<readonly MadeToken[]>([])
  const statuses = Object.entries(statusTables.token).map(([value, { name }]) => ({ value, label: t(`status.token.${name}`) }))
  return (
    <Page title={t('token.title')} subtitle={t('token.subtitle')} notice={<ShareWarning />}>
      <ListTable
        list={tokenList}
        name="tokens"
        columns={tokenColumns}
        filters={[
          { kind: 'search', name: 'keyword', label: t('token.search') },
          { kind: 'select', name: 'status', label: t('token.status'), allLabel: t('token.allStatuses'), choices: statuses },
        ]}
        isDim={(token) => token.status !== tokenStatus.enabled}
        empty={{ icon: <KeyIcon />, title: t('token.emptyTitle'), text: t('token.emptyText') }}
        onCreate={() => drawer.open()}
        createLabel={t('token.create')}
        actions={useActions(drawer.open)}
        bulk={useBulkActions()}
        card={tokenCard}
        hasCsv
      />
      <TokenDrawer drawer={drawer} onMade={setMade} />
      <MadeTokens made={made} onClose={() => setMade([])} />
    </Page>
  )
}

/** What can be done to one token. */
function useActions(edit: (token: Token) => void): (token: Token) => readonly Action[] {
  const t = useText()
  const navigate = useNavigate()
  const { enable, disable, remove, keyOf } = useTokenCalls()
  return (token) => [
    token.status === tokenStatus.enabled
      ? { label: t('action.disable'), icon: <PowerIcon />, run: () => disable(token.id) }
      : { label: t('action.enable'), icon: <PowerIcon />, run: () => enable(token.id) },
    { label: t('action.edit'), icon: <EditIcon />, run: () => edit(token) },
    { label: t('action.copyKey'), icon: <CopyIcon />, run: async () => copyOrShow(await keyOf(token)) },
    { label: t('token.logs'), icon: <LogsIcon />, run: () => navigate({ to: paths.logs(), search: { token_name: token.name } as never }) },
    {
      label: t('action.delete'),
      icon: <TrashIcon />,
      danger: true,
      confirm: { title: t('token.confirmDelete', { name: token.name }), text: t('token.confirmDeleteText') },
      run: () => remove(token.id),
    },
  ]
}

/** What can be done to the chosen tokens. */
function useBulkActions(): (tokens: readonly Token[], clear: () => void) => readonly Action[] {
  const t = useText()
  const { keyOf, disableQuietly, removeQuietly, refresh } = useTokenCalls()
  const work = async (label: string, tokens: readonly Token[], one: (id: number) => Promise<unknown>, clear: () => void) => {
    clear()
    await runWork({ name: 'tokens', label, items: tokens, one: (token) => one(token.id) })
    await refresh()
  }
  return (tokens, clear) => [
    {
      label: t('token.copySelected'),
      icon: <CopyIcon />,
      run: async () => copyOrShow((await Promise.all(tokens.map(async (token) => `${token.name}\t${await keyOf(token)}`))).join('\n')),
    },
    {
      label: t('action.disable'),
      confirm: { title: t('token.confirmDisableMany', { count: tokens.length }), text: names(tokens) },
      run: () => work(t('token.disableMany'), tokens, disableQuietly, clear),
    },
    {
      label: t('action.delete'),
      danger: true,
      confirm: {
        title: t('token.confirmDeleteMany', { count: tokens.length }),
        text: `${names(tokens)} — ${t('token.confirmDeleteText')}`,
      },
      run: () => work(t('token.deleteMany'), tokens, removeQuietly, clear),
    },
  ]
}

const MOST_NAMES = 12
const names = (tokens: readonly Token[]) =>
  tokens
    .slice(0, MOST_NAMES)
    .map((token) => token.name)
    .join(', ') + (tokens.length > MOST_NAMES ? ' …' : '')
