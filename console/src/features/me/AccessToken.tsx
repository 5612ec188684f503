import { createAccessToken, deleteAccessToken, updateAccessToken } from '@waystation/contract/api/people/account'
import { TOKEN_DAYS, type TokenScope, tokenScopes } from '@waystation/contract/people/access-token'
import type { Self } from '@waystation/contract/people/user'
import { isAdmin } from '@waystation/contract/site/status-table'
import { useState } from 'react'
import { z } from 'zod'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { refreshUser } from '~/session/refresh-user'
import { rememberUser } from '~/session/user'
import { Banner, Button, CopyField, confirm, copyOrShow, Panel, SelectField, SwitchField, Tag, TimeText } from '~/ui/kit'
import { FormDialog } from './FormDialog.tsx'

const scope = z.boolean()
const ScopesForm = z.object({
  ...{ read: scope, use: scope, channels: scope, prices: scope, codes: scope, users: scope, messages: scope, settings: scope },
  ends: z.enum(['same', 'year', 'never']),
})

/** What the access token may do. A record that an earlier version has stored in this browser does not say. */
const scopesOf = (user: Self): readonly TokenScope[] => user.access_token_scopes ?? []

/** What users of this role may allow a program: whoever manages nothing cannot let a program manage. */
const offered = (role: number): readonly TokenScope[] => (isAdmin(role) ? tokenScopes : ['read', 'use'])

/** What the access token may do, and when it ends. */
function TokenScopesDialog({ user, onClose }: { readonly user: Self; readonly onClose: () => void }) {
  const t = useText()
  const save = useCall(updateAccessToken, { isQuiet: true, done: 'me.token.saved' })
  const held = (name: TokenScope) => scopesOf(user).includes(name)
  const initial = {
    ...{ read: held('read'), use: held('use'), channels: held('channels'), prices: held('prices'), codes: held('codes') },
    ...{ users: held('users'), messages: held('messages'), settings: held('settings'), ends: 'same' as const },
  }
  return (
    <FormDialog
      title={t('me.token.scopes')}
      text={t('me.token.scopesText')}
      submit={t('action.save')}
      schema={ScopesForm}
      initial={initial}
      onSubmit={async ({ ends, ...chosen }) => {
        const end = ends === 'same' ? {} : { expires_in_days: ends === 'year' ? TOKEN_DAYS : null }
        rememberUser(await save.run({ body: { scopes: tokenScopes.filter((name) => chosen[name]), ...end } }))
      }}
      onClose={onClose}
    >
      {offered(user.role).map((name) => (
        <SwitchField key={name} name={name} label={t(`me.token.scope.${name}`)} />
      ))}
      <SelectField
        name="ends"
        label={t('me.token.ends')}
        choices={(['same', 'year', 'never'] as const).map((value) => ({ value, label: t(`me.token.end.${value}`) }))}
      />
    </FormDialog>
  )
}

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
    await copyOrShow(fresh, t(has ? 'me.token.copied' : 'me.token.created'))
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
