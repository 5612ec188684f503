import { listSessions, updateSelf } from '@waystation/contract/api/account'
import { PASSWORD_MIN } from '@waystation/contract/setup'
import { SelfChange } from '@waystation/contract/user'
import { z } from 'zod'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { rememberUser } from '~/session/user'
import { SecretField } from '~/ui/kit'
import { FormDialog } from './FormDialog.tsx'

const PasswordForm = SelfChange.pick({ original_password: true, password: true }).extend({ repeated: z.string() })

export interface PasswordDialogProps {
  /** False: this user has logged in at other sites only, so there is no old one. */
  readonly hasPassword: boolean
  readonly onClose: () => void
}

/** A new password, confirmed by the old one where there is one. */
export function PasswordDialog({ hasPassword, onClose }: PasswordDialogProps) {
  const t = useText()
  const save = useCall(updateSelf, { isQuiet: true, done: 'me.passwordChanged', refreshes: [listSessions] })
  return (
    <FormDialog
      title={t(hasPassword ? 'me.changePassword' : 'me.setPassword')}
      text={t('me.changePasswordText')}
      submit={t(hasPassword ? 'me.changePassword' : 'me.setPassword')}
      schema={PasswordForm}
      initial={{ original_password: '', password: '', repeated: '' }}
      check={({ password = '', repeated }) => ({
        ...([...password].length < PASSWORD_MIN ? { password: t('auth.register.passwordShort') } : {}),
        ...(password === repeated ? {} : { repeated: t('auth.register.mismatch') }),
      })}
      onSubmit={async ({ original_password = '', password = '' }) =>
        rememberUser(await save.run({ body: hasPassword ? { original_password, password } : { password } }))
      }
      onClose={onClose}
    >
      {hasPassword && <SecretField name="original_password" label={t('me.oldPassword')} autoComplete="current-password" hasFocus />}
      <SecretField
        name="password"
        label={t('me.newPassword')}
        placeholder={t('auth.register.passwordHint')}
        autoComplete="new-password"
        isRequired
        hasFocus={!hasPassword}
      />
      <SecretField name="repeated" label={t('me.repeatPassword')} autoComplete="new-password" isRequired />
    </FormDialog>
  )
}
