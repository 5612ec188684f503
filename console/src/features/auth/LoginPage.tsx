import { Link } from '@tanstack/react-router'
import { login } from '@waystation/contract/api/session'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { isOpenToNew, usePublicStatus, useSystemName } from '~/session/status'
import { PasskeyButton } from '~/shared/second-factor/PasskeyButton'
import { usePasskeyFault } from '~/shared/second-factor/use-passkey-fault'
import { useHumanCheck } from '~/shared/sign-in/use-human-check'
import { Banner, ClockIcon, Form, FormFailure, SecretField, SubmitButton, TextField, toast, useUrlState } from '~/ui/kit'
import { AuthFrame } from './AuthFrame.tsx'
import { isDefaultPassword } from './default-password.ts'
import { OutsideSignIn } from './OutsideSignIn.tsx'
import { TelegramAnswer } from './TelegramAnswer.tsx'
import { type Entry, useEntry } from './use-entry.tsx'

/** Username and password, the other ways in, and why one has to log in again. */
export default function LoginPage() {
  const t = useText()
  const name = useSystemName()
  const status = usePublicStatus()
  const { params } = useUrlState()
  const entry = useEntry()
  const hasPassword = status?.password_login !== false
  const canRegister = isOpenToNew(status)
  const register = canRegister && (
    <>
      {t('auth.noAccount')} <Link to={paths.register()}>{t('auth.register.submit')}</Link>
    </>
  )
  return (
    <AuthFrame title={t('auth.title')} heading={t('auth.heading', { name })} {...(register && !entry.step ? { below: register } : {})}>
      {entry.step ?? (
        <>
          {(entry.notice ?? (params.expired === 'true' && t('auth.expired'))) && (
            <Banner tone="blue" icon={<ClockIcon />}>
              {entry.notice ?? t('auth.expired')}
            </Banner>
          )}
          <WaysIn entry={entry} hasPassword={hasPassword} />
        </>
      )}
    </AuthFrame>
  )
}

interface WaysInProps {
  readonly entry: Entry
  readonly hasPassword: boolean
}

function WaysIn({ entry, hasPassword }: WaysInProps) {
  const t = useText()
  const { params } = useUrlState()
  const hasPasskeys = usePasskeyFault() === undefined
  if (params.hash !== undefined && params.auth_date !== undefined) return <TelegramAnswer entry={entry} />
  // What speaks to the server and the browser about it is loaded at the first press.
  const logIn = async () => entry.enter((await import('./passkey-login.ts')).logInByPasskey(), params.returnTo)
  const passkey = <PasskeyButton label={t('auth.passkey')} size="large" onPress={logIn} />
  return (
    <>
      {hasPassword ? <LoginForm entry={entry} /> : <Banner tone="amber">{t('auth.disabled')}</Banner>}
      <OutsideSignIn entry={entry} hasDivider={hasPassword} {...(hasPasskeys ? { first: passkey } : {})} />
    </>
  )
}

function LoginForm({ entry }: { readonly entry: Entry }) {
  const t = useText()
  const { params } = useUrlState()
  const send = useCall(login, { isQuiet: true })
  const human = useHumanCheck()

  const submit = async (values: { username?: string | undefined; password?: string | undefined }) => {
    const loggedIn = send.run({ body: values, query: { turnstile: human.token } }).then((user) => {
      if (isDefaultPassword(user, values.password)) toast.failed(t('auth.defaultPassword'))
      return user
    })
    await entry.enter(loggedIn, params.returnTo).catch((error: unknown) => {
      human.renew()
      throw error
    })
  }
  // The message names both fields, so it is shown once: at the first that is missing.
  const check = ({ username, password }: { username?: string | undefined; password?: string | undefined }) =>
    username?.trim() ? (password ? {} : { password: t('auth.empty') }) : { username: t('auth.empty') }

  return (
    <Form schema={login.body} initial={{ username: '', password: '' }} check={check} onSubmit={submit}>
      <FormFailure />
      <TextField name="username" label={t('auth.username')} autoComplete="username" size="large" hasFocus />
      <div className="login-password">
        <SecretField name="password" label={t('auth.password')} autoComplete="current-password" size="large" />
        <Link to={paths.reset()}>{t('auth.forgot')}</Link>
      </div>
      {human.box}
      <SubmitButton size="large" isBlock disabledReason={human.waitReason}>
        {t('auth.submit')}
      </SubmitButton>
    </Form>
  )
}
