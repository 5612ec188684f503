import { useNavigate } from '@tanstack/react-router'
import { type SearchHit, type SearchKind, searchKinds } from '@waystation/contract/site/search'
import type { ReactNode } from 'react'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import type { LogsSearch } from '~/search-params'
import { useIsAdmin, useUser } from '~/session/user'
import { ChannelsIcon, CodesIcon, KeyIcon, LogsIcon, MessageIcon, OrdersIcon, TagIcon, TestIcon, UserIcon } from '~/ui/icons'
import type { PaletteGroup, PaletteItem } from '~/ui/menu/CommandPalette'
import { timeText } from '~/ui/text/TimeText'

/** Links to usage logs below the hits, at most. */
const MAX_LOG_LINKS = 5

const icons: Readonly<Record<SearchKind, ReactNode>> = {
  user: <UserIcon />,
  token: <KeyIcon />,
  channel: <ChannelsIcon />,
  order: <OrdersIcon />,
  code: <CodesIcon />,
  call: <TestIcon />,
  model: <TagIcon />,
  message: <MessageIcon />,
}

/** What was found, under a heading for each kind; then the logs of it. */
export function useFoundGroups(hits: readonly SearchHit[]): readonly PaletteGroup[] {
  const t = useText()
  const open = useOpening()
  const tell = useTelling()
  const logs = useLogRows(hits)
  return [
    ...searchKinds.map((kind) => ({
      key: kind,
      label: t(`palette.kinds.${kind}`),
      items: hits
        .filter((hit) => hit.kind === kind)
        .map((hit) => ({
          key: `${kind}-${hit.id}`,
          icon: icons[kind],
          name: hit.name,
          kind: tell(hit),
          run: () => open(hit),
        })),
    })),
    { key: 'logs', label: t('palette.logs'), items: logs },
  ]
}

/** What stands at the right of a hit: its number, whose it is, when it was. */
function useTelling(): (hit: SearchHit) => string {
  const t = useText()
  const language = useLanguage()
  const what = ({ kind, id }: SearchHit): string => {
    if (kind === 'user' || kind === 'channel' || kind === 'order' || kind === 'code') return t(`palette.${kind}`, { id })
    return t(`palette.${kind}`)
  }
  return (hit) => {
    const words = what(hit)
    const whole = hit.owner === '' || hit.kind === 'user' ? words : t('palette.ownerOf', { what: words, name: hit.owner })
    return hit.at > 0 ? `${whole} · ${timeText(hit.at, 'short', language)}` : whole
  }
}

function useOpening(): (hit: SearchHit) => unknown {
  const navigate = useNavigate()
  const isAdmin = useIsAdmin()
  const me = useUser()?.id
  return ({ kind, id, owner_id }) => {
    const edit = { edit: id }
    switch (kind) {
      case 'user':
        return navigate({ to: paths.user(id) })
      case 'token':
        if (owner_id === me) return navigate({ to: paths.tokens(), search: edit })
        return navigate({ to: paths.user(owner_id), search: { tab: 'tokens' } })
      case 'channel':
        return navigate({ to: paths.channels(), search: edit })
      case 'order':
        return isAdmin ? navigate({ to: paths.orders(), search: { keyword: id } }) : navigate({ to: paths.wallet() })
      case 'code':
        return navigate({ to: paths.coupons(), search: edit })
      case 'call':
        return navigate({ to: paths.logs(), search: { request_id: id } })
      case 'model':
        return navigate({ to: paths.pricing(), search: { keyword: id } })
      case 'message':
        return isAdmin ? navigate({ to: paths.messages(), search: edit }) : navigate({ to: paths.inboxMessage(Number(id)) })
    }
  }
}

/** Ways to the logs of users, channels and the caller's own tokens that were found. */
function useLogRows(hits: readonly SearchHit[]): readonly PaletteItem[] {
  const t = useText()
  const navigate = useNavigate()
  const me = useUser()?.id
  const row = ({ kind, id }: SearchHit, name: string, search: LogsSearch): PaletteItem => ({
    key: `logs-${kind}-${id}`,
    icon: <LogsIcon />,
    name,
    kind: t('palette.logs'),
    run: () => navigate({ to: paths.logs(), search }),
  })
  const rows = hits.flatMap((hit) => {
    const { kind, id, name, owner_id } = hit
    if (kind === 'user') return [row(hit, t('palette.logsOfUser', { name }), { username: name })]
    if (kind === 'channel') return [row(hit, t('palette.logsOfChannel', { id }), { channel: id })]
    return kind === 'token' && owner_id === me ? [row(hit, t('palette.logsOfToken', { name }), { token_name: name })] : []
  })
  return rows.slice(0, MAX_LOG_LINKS)
}
