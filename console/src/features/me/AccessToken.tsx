import { createAccessToken, deleteAccessToken } from '@waystation/contract/api/account'
import type { Self } from '@waystation/contract/user'
import { useState } from 'react'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { refreshUser } from '~/session/refresh-user'
import { Banner, Button, CopyField, confirm, copyOrShow, Panel, Tag, TimeText } from '~/ui/kit'
import { scopesOf, TokenScopesDialog } from './TokenScopesDialog.tsx'

/** The key with which programs use the console's API as this user. It is seen once: it is kept nowhere, here neither. */
export function AccessToken({ user }: { readonly user: Self }) {
  const t = useText()
  const [token, setToken] = useState<string>()
  const create = useCall(createAccessToken)
  const end = useCall(deleteAccessToken, { done: 'me.token.ended' })
  const [isEditing, setEditing] = useState(false)
  const has = user.has_access_token

  const make = async () => {
    if (has && !(await confirm({ title: t('me.token.replaceTitle'), text: t('me.token.replaceText'), yes: t('me.token.replace') }))) return
    const fresh = await create.run()
    setToken(fresh)
    await refreshUser()
    await copyOrShow(fresh, t('me.token.copied'))
  }
  const revoke = async () => {
    const isSure = await confirm({
      title: t('me.token.revokeTitle'),
      text: t('me.token.replaceText'),
      yes: t('me.token.revoke'),
      isDanger: true,
    })
    if (!isSure) return
    await end.run()
    setToken(undefined)
    await refreshUser()
  }
  return (
    <Panel
      title={t('me.token.title')}
      aside={
        <>
          {has && (
            <>
              <Button size="small" onClick={() => setEditing(true)}>
                {t('me.token.scopes')}
              </Button>
              <Button size="small" kind="danger" onClick={revoke}>
                {t('me.token.revoke')}
              </Button>
            </>
          )}
          <Button size="small" onClick={make}>
            {t(has ? 'me.token.replace' : 'me.token.create')}
          </Button>
        </>
      }
    >
      <div className="stack">
        {token === undefined ? (
          <p className="text2">
            {t(has ? 'me.token.exists' : 'me.token.text')}
            {has && (
              <>
                {' '}
                {t('me.token.lastUsed')} <TimeText unix={user.access_token_used_at ?? 0} />
              </>
            )}
          </p>
        ) : (
          <>
            <Banner tone="amber">{t('me.token.once')}</Banner>
            <CopyField value={token} label={t('action.copy')} />
          </>
        )}
        {has && <TokenRights user={user} />}
      </div>
      {isEditing && <TokenScopesDialog user={user} onClose={() => setEditing(false)} />}
    </Panel>
  )
}

/** What the token may do, and until when. */
function TokenRights({ user }: { readonly user: Self }) {
  const t = useText()
  return (
    <div className="me-token-rights">
      {scopesOf(user).map((scope) => (
        <Tag key={scope}>{t(`me.token.scope.${scope}`)}</Tag>
      ))}
      <span className="text2">
        {t('me.token.until')} <TimeText unix={user.access_token_expires_at ?? -1} />
      </span>
    </div>
  )
}
