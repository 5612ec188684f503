import { useNavigate } from '@tanstack/react-router'
import type { ListedToken } from '@waystation/contract/people/token'
import { tokenStatus } from '@waystation/contract/site/status-table'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useChatLinks } from '~/shared/chat/chat-links'
import { firstNames } from '~/shared/first-names'
import {
  type Action,
  CalendarIcon,
  ChatIcon,
  ConnectIcon,
  CopyIcon,
  copyOrShow,
  EditIcon,
  LogsIcon,
  PowerIcon,
  runWork,
  TrashIcon,
  toast,
} from '~/ui/kit'
import { useTokenCalls } from './token-queries.ts'

const isEnabled = (token: ListedToken): boolean => token.status === tokenStatus.enabled

interface TokenOpeners {
  readonly edit: (token: ListedToken) => void
  /** Opens what sets the token's budget. */
  readonly limit: (token: ListedToken) => void
  /** Opens what connects programs with the token. */
  readonly connect: (token: ListedToken) => void
}

/** What can be done to one token. What it is there for stands first: a program is connected, or a chat opened where there are any. */
export function useTokenActions({ edit, limit, connect }: TokenOpeners): (token: ListedToken) => readonly Action[] {
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
      { label: t('connect.action'), icon: <ConnectIcon />, run: () => connect(token) },
      ...(chat ? [{ ...chat, icon: <ChatIcon /> }, change, ...moreChats, power] : [change, power]),
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
export function useBulkActions(): (tokens: readonly ListedToken[], clear: () => void) => readonly Action[] {
  const t = useText()
  const { keyOf, enableQuietly, disableQuietly, removeQuietly, refresh } = useTokenCalls()
  type One = (id: number) => Promise<unknown>
  /** @param back does the opposite to one, where that can be done */
  const work = async (label: string, tokens: readonly ListedToken[], clear: () => void, one: One, back?: One) => {
    clear()
    await runWork<ListedToken>({
      ...{ name: 'tokens', label, items: tokens, namesOf: names, one: (token) => one(token.id) },
      ...(back ? { undo: { one: (token) => back(token.id), after: refresh } } : {}),
    })
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
