import { Link } from '@tanstack/react-router'
import { getToken, listTokens, updateToken } from '@waystation/contract/api/people/token'
import type { CallData } from '@waystation/contract/channels/endpoint'
import { tokenStatus } from '@waystation/contract/site/status-table'
import { listItems } from '@waystation/contract/values/codec'
import type { ReactNode } from 'react'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { Banner, Button } from '~/ui/kit'
import { useFirstModel } from '../first-model.tsx'
import { isObject } from '../is-object.ts'
import { ConnectClients } from './ConnectClients.tsx'
import ConnectPanel from './ConnectPanel.tsx'
import type { Choosing } from './connect-choice.ts'
import { useTokenKey } from './token-key.ts'

type Token = CallData<typeof getToken>

export interface TokenConnectProps {
  readonly token: Token
  readonly choosing: Choosing
  readonly head?: ReactNode
}

/** How programs are connected with a token of before: with the models of its limits and its group, and a word on why it may be refused. */
export default function TokenConnect({ token, choosing, head }: TokenConnectProps) {
  const limits = token.model_limits_enabled ? listItems(token.model_limits) : undefined
  const first = useFirstModel({ among: limits, group: token.group })
  const lineKey = useTokenKey(token)
  const callable = first && { ...first, models: [...first.models, ...aliasesOf(token, first.models)] }
  return (
    <ConnectPanel
      lineKey={lineKey}
      first={callable}
      foot={callable && <ConnectClients token={token} first={callable} />}
      choosing={choosing}
      head={
        <>
          {head}
          <TokenTrouble token={token} />
        </>
      }
    />
  )
}

/** Names of the token's own for models that it may call. */
function aliasesOf({ model_aliases }: Token, models: readonly string[]): readonly string[] {
  try {
    const aliases: unknown = JSON.parse(model_aliases || '{}')
    if (!isObject(aliases)) return []
    return Object.entries(aliases).flatMap(([alias, model]) => (models.includes(String(model)) && !models.includes(alias) ? [alias] : []))
  } catch {
    return []
  }
}

/** Why calls with the token are refused now, and what helps. */
function TokenTrouble({ token: { id, status } }: Pick<TokenConnectProps, 'token'>) {
  const t = useText()
  const enable = useCall(updateToken, { refreshes: [listTokens, getToken] })
  if (status === tokenStatus.enabled) return null
  if (status === tokenStatus.disabled) {
    const run = () => enable.run({ query: { status_only: 'true' }, body: { id, status: tokenStatus.enabled } })
    return (
      <Banner
        tone="amber"
        action={
          <Button size="small" onClick={run}>
            {t('action.enable')}
          </Button>
        }
      >
        {t('connect.disabled')}
      </Banner>
    )
  }
  return (
    <Banner
      tone="amber"
      action={
        <Link to={paths.tokens()} search={{ edit: String(id) }}>
          {t('action.edit')}
        </Link>
      }
    >
      {t(status === tokenStatus.expired ? 'connect.expired' : 'connect.usedUp')}
    </Banner>
  )
}
