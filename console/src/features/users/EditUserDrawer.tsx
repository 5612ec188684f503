import { errorMessage } from '@waystation/contract/errors'
import type { User } from '@waystation/contract/user'
import { useLanguage, useText } from '~/i18n'
import { useUser } from '~/session/user'
import { Banner, type Drawer, FormDrawer, FormSection, SecretField, TextField, timeText } from '~/ui/kit'
import { BoundAccounts } from './BoundAccounts.tsx'
import { UserFigures } from './UserFigures.tsx'
import { UserGroupField } from './UserGroupField.tsx'
import { changeOf, editValuesOf, UserEditForm, usernameErrors } from './user-form.ts'
import { type AdjustedUser, useUserCalls } from './user-queries.ts'
import { useActionFault } from './user-rules.ts'

export interface EditUserDrawerProps {
  readonly drawer: Drawer<User>
  readonly onAdjust: (user: AdjustedUser) => void
}

/** Changes a user; shows their figures and the accounts that they log in with. */
export function EditUserDrawer({ drawer, onAdjust }: EditUserDrawerProps) {
  const t = useText()
  const language = useLanguage()
  const { edit } = useUserCalls()
  const user = drawer.item
  return (
    <FormDrawer
      drawer={{ ...drawer, isOpen: drawer.isOpen && !drawer.isNew }}
      title={user ? t('user.edit', { name: user.username }) : t('user.editOne')}
      schema={UserEditForm}
      initial={user ? editValuesOf(user) : {}}
      check={(values) => (user ? usernameErrors(user, values, language) : {})}
      onSubmit={(values) => user && edit(changeOf(user, values))}
      footnote={user && t('user.registeredAt', { time: timeText(user.created_time, 'date', language) })}
    >
      {user && <EditedUser user={user} onAdjust={onAdjust} />}
    </FormDrawer>
  )
}

/** What the drawer holds. A user who may not be changed is shown, with the reason. */
function EditedUser({ user, onAdjust }: { readonly user: User; readonly onAdjust: (user: AdjustedUser) => void }) {
  const t = useText()
  const language = useLanguage()
  const fault = useActionFault()(user, 'edit')
  const isSelf = useUser()?.id === user.id
  const locked = fault && errorMessage(fault, {}, language)
  return (
    <>
      {locked && <Banner tone="amber">{locked}</Banner>}
      <FormSection title={t('user.profile')}>
        <TextField name="username" label={t('user.username')} hint={t('user.usernameHint')} isRequired disabledReason={locked} />
        <TextField name="display_name" label={t('user.displayName')} disabledReason={locked} />
        <SecretField
          name="password"
          label={t('user.newPassword')}
          placeholder={t('user.passwordStays')}
          hint={t('user.newPasswordHint')}
          autoComplete="new-password"
          disabledReason={locked ?? (isSelf ? errorMessage('user_own_password', {}, language) : undefined)}
        />
        <UserGroupField current={user.group} disabledReason={locked} />
      </FormSection>
      <UserFigures user={user} onAdjust={locked ? undefined : onAdjust} />
      <BoundAccounts user={user} />
    </>
  )
}
