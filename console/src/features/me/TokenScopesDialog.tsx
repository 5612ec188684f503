import { TOKEN_DAYS, type TokenScope, tokenScopes } from '@waystation/contract/access-token'
import { updateAccessToken } from '@waystation/contract/api/account'
import { isAdmin } from '@waystation/contract/status-table'
import type { Self } from '@waystation/contract/user'
import { z } from 'zod'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { rememberUser } from '~/session/user'
import { SelectField, SwitchField } from '~/ui/kit'
import { FormDialog } from './FormDialog.tsx'

const scope = z.boolean()
const ScopesForm = z.object({
  ...{ read: scope, use: scope, channels: scope, prices: scope, codes: scope, users: scope, messages: scope, settings: scope },
  ends: z.enum(['same', 'year', 'never']),
})

/** What the access token may do. A record that an earlier version has stored in this browser does not say. */
export const scopesOf = (user: Self): readonly TokenScope[] => user.access_token_scopes ?? []

/** What users of this role may allow a program: whoever manages nothing cannot let a program manage. */
const offered = (role: number): readonly TokenScope[] => (isAdmin(role) ? tokenScopes : ['read', 'use'])

/** What the access token may do, and when it ends. */
export function TokenScopesDialog({ user, onClose }: { readonly user: Self; readonly onClose: () => void }) {
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
