import { useNavigate } from '@tanstack/react-router'
import { deleteSelf } from '@waystation/contract/api/people/account'
import type { Self } from '@waystation/contract/people/user'
import { useState } from 'react'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { forgetUser } from '~/session/user'
import { Button, SecretField, TextField, toast, useQuotaFormat } from '~/ui/kit'
import { FormDialog } from './FormDialog.tsx'

/** The end of the account: the name is typed, and the password where there is one. */
export function DeleteAccount({ user }: { readonly user: Self }) {
  const t = useText()
  const navigate = useNavigate()
  const format = useQuotaFormat()
  const [isOpen, setOpen] = useState(false)
  const remove = useCall(deleteSelf, { isQuiet: true })
  const submit = async ({ username = '', password = '' }: { username?: string | undefined; password?: string | undefined }) => {
    await remove.run({ body: { username, password } })
    await navigate({ to: paths.login() })
    forgetUser()
    toast.done(t('shell.loggedOut'))
  }
  const text = t('me.delete.text', { balance: format(user.quota) })
  return (
    <section className="me-line" aria-labelledby="me-delete">
      <div className="grow">
        <h2 id="me-delete">{t('me.delete.title')}</h2>
        <p>{text}</p>
      </div>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {t('me.delete.open')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('me.delete.question', { name: user.username })}
          text={text}
          submit={t('me.delete.title')}
          isDanger
          schema={deleteSelf.body}
          initial={{ username: '', password: '' }}
          check={({ username, password }) => ({
            ...(username?.trim() === user.username ? {} : { username: t('me.delete.nameWrong') }),
            ...(user.has_password && !password ? { password: t('factor.confirm.passwordEmpty') } : {}),
          })}
          onSubmit={submit}
          onClose={() => setOpen(false)}
        >
          <TextField name="username" label={t('kit.typeToConfirm', { name: user.username })} hasFocus />
          {user.has_password && <SecretField name="password" label={t('auth.password')} autoComplete="current-password" isRequired />}
        </FormDialog>
      )}
    </section>
  )
}
