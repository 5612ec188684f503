import { useNavigate } from '@tanstack/react-router'
import { getToken, listEndingTokenModels } from '@waystation/contract/api/people/token'
import type { ListedToken, Token } from '@waystation/contract/people/token'
import { statusTables, tokenStatus } from '@waystation/contract/site/status-table'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { usePublicStatus } from '~/session/status'
import { BalanceText, NextStep, useBalance } from '~/shared/balance'
import { useChatLinks } from '~/shared/chat/chat-links'
import { EndingModels } from '~/shared/EndingModels'
import { firstNames } from '~/shared/first-names'
import {
  type Action,
  Banner,
  CalendarIcon,
  ChatIcon,
  Chips,
  CopyIcon,
  copyOrShow,
  EditIcon,
  KeyIcon,
  ListTable,
  LogsIcon,
  NumberText,
  Page,
  PowerIcon,
  QuotaText,
  runWork,
  Skeleton,
  TrashIcon,
  toast,
  useDrawer,
  useQuotaFormat,
} from '~/ui/kit'
import { type MadeToken, MadeTokens } from './MadeTokens.tsx'
import { TokenBudget } from './TokenBudget.tsx'
import { TokenDrawer } from './TokenDrawer.tsx'
import { tokenCard, tokenColumns } from './token-columns.tsx'
import { tokenList, useTokenCalls } from './token-queries.ts'

const isEnabled = (token: ListedToken): boolean => token.status === tokenStatus.enabled

interface TokenOpeners {
  readonly edit: (token: ListedToken) => void
  /** Opens what sets the token's budget. */
  readonly limit: (token: ListedToken) => void
}

/** What can be done to one token. Chats stand first where there are any: a token is there to be used. */
function useTokenActions({ edit, limit }: TokenOpeners): (token: ListedToken) => readonly Action[] {
  const t = useText()
  const navigate = useNavigate()
  const chats = useChatLinks()
  const { enable, enableQuietly, disable, disableQuietly, remove, keyOf, refresh } = useTokenCalls()
  const disableOne = async ({ id, name }: ListedToken) => {
    await disable(id)
    toast.undo(t('token.disabledOne', { name }), async () => {
      await enableQuietly(id)
      await refresh()
    })
  }
  const enableOne = async ({ id, name }: ListedToken) => {
    await enable(id)
    toast.undo(t('token.enabledOne', { name }), async () => {
      await disableQuietly(id)
      await refresh()
    })
  }
  return (token) => {
    const power = isEnabled(token)
      ? { label: t('action.disable'), icon: <PowerIcon />, run: () => disableOne(token) }
      : { label: t('action.enable'), icon: <PowerIcon />, run: () => enableOne(token) }
    const change = { label: t('action.edit'), icon: <EditIcon />, run: () => edit(token) }
    const [chat, ...moreChats] = (isEnabled(token) ? chats : []).map((one) => ({
      label: t('token.chatIn', { name: one.name }),
      // The chat page asks for consent; the URL names the token, never its key.
      run: () => navigate({ to: paths.chat(one.id), search: { token: String(token.id) } }),
    }))
    return [
      // Two stand in the row, the others under "more".
      ...(chat ? [{ ...chat, icon: <ChatIcon /> }, change, ...moreChats, power] : [power, change]),
      { label: t('action.copyKey'), icon: <CopyIcon />, run: async () => copyOrShow(await keyOf(token)) },
      { label: t('budget.action'), icon: <CalendarIcon />, run: () => limit(token) },
      {
        label: t('token.logs'),
        icon: <LogsIcon />,
        run: () => navigate({ to: paths.logs(), search: { token_name: token.name } }),
      },
      {
        label: t('action.delete'),
        icon: <TrashIcon />,
        danger: true,
        confirm: { title: t('token.confirmDelete', { name: token.name }), text: t('token.confirmDeleteText') },
        run: () => remove(token.id),
      },
    ]
  }
}

/** What can be done to the chosen tokens. */
function useBulkActions(): (tokens: readonly ListedToken[], clear: () => void) => readonly Action[] {
  const t = useText()
  const { keyOf, enableQuietly, disableQuietly, removeQuietly, refresh } = useTokenCalls()
  type One = (id: number) => Promise<unknown>
  /** @param back does the opposite to one, where that can be done */
  const work = async (label: string, tokens: readonly ListedToken[], clear: () => void, one: One, back?: One) => {
    const undo = async (done: readonly ListedToken[]) => {
      for (const { id } of done) await back?.(id)
      await refresh()
    }
    clear()
    await runWork({ name: 'tokens', label, items: tokens, one: (token) => one(token.id), ...(back ? { undo } : {}) })
    await refresh()
  }
  return (tokens, clear) => {
    const on = tokens.filter(isEnabled)
    const off = tokens.filter((token) => !isEnabled(token))
    return [
      {
        label: t('token.copySelected'),
        icon: <CopyIcon />,
        run: async () => copyOrShow((await Promise.all(tokens.map(async (token) => `${token.name}\t${await keyOf(token)}`))).join('\n')),
      },
      {
        label: t('action.enable'),
        disabledReason: off.length === 0 ? t('token.allEnabled') : undefined,
        run: () => work(t('token.enableMany'), off, clear, enableQuietly, disableQuietly),
      },
      {
        label: t('action.disable'),
        disabledReason: on.length === 0 ? t('token.noneEnabled') : undefined,
        confirm: { title: t('token.confirmDisableMany', { count: on.length }), text: names(on) },
        run: () => work(t('token.disableMany'), on, clear, disableQuietly, enableQuietly),
      },
      {
        label: t('action.delete'),
        danger: true,
        confirm: {
          title: t('token.confirmDeleteMany', { count: tokens.length }),
          text: t('token.confirmDeleteManyText', { names: names(tokens) }),
        },
        run: () => work(t('token.deleteMany'), tokens, clear, removeQuietly),
      },
    ]
  }
}

/** The first few by name. */
const names = (tokens: readonly ListedToken[]): string => firstNames(tokens.map(({ name }) => name))

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

/** The caller's tokens. */
/** Models that tokens are limited to and that end soon. */
function EndingTokenModels() {
  const { data = [] } = useData(listEndingTokenModels, {}, { freshMs: 60_000 })
  return <EndingModels models={data.map((one) => ({ ...one, names: one.tokens.map(({ name }) => name) }))} />
}

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
