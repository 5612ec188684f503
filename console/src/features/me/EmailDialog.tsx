import { bindEmail } from '@waystation/contract/api/registration'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { refreshUser } from '~/session/refresh-user'
import { MailedCodeField } from '~/shared/sign-in/MailedCodeField'
import { useHumanCheck } from '~/shared/sign-in/use-human-check'
import { TextField } from '~/ui/kit'
import { FormDialog } from './FormDialog.tsx'

/** An email address of one's own, proven by a code that is sent to it. */
export function EmailDialog({ current, onClose }: { readonly current: string; readonly onClose: () => void }) {
  const t = useText()
  const human = useHumanCheck()
  const bind = useCall(bindEmail, { isQuiet: true, done: 'me.emailLinked' })
  return (
    <FormDialog
      title={t(current ? 'me.replaceEmail' : 'me.linkEmail')}
      text={current ? t('me.currentEmail', { email: current }) : undefined}
      submit={t('me.confirmEmail')}
      schema={bindEmail.query}
      initial={{ email: '', code: '' }}
      check={({ email, code }) => ({
        ...(email?.trim() ? {} : { email: t('auth.emailEmpty') }),
        ...(code?.trim() ? {} : { code: t('auth.codeEmpty') }),
      })}
      onSubmit={async ({ email = '', code = '' }) => {
        await bind.run({ query: { email: email.trim(), code: code.trim() } })
        await refreshUser()
      }}
      onClose={onClose}
    >
      <TextField name="email" label={t('me.newEmail')} kind="email" autoComplete="email" isRequired hasFocus />
      <MailedCodeField name="code" emailName="email" check={human} />
      {human.box}
    </FormDialog>
  )
}
