import { Link } from '@tanstack/react-router'
import { telegramLogin } from '@waystation/contract/api/people/oauth'
import { login } from '@waystation/contract/api/people/session'
import { isRoot } from '@waystation/contract/site/status-table'
import { useEffect, useRef } from 'react'
import { messageOf } from '~/api/call-error'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { isOpenToNew, usePublicStatus, useSystemName } from '~/session/status'
import { PasskeyButton } from '~/shared/second-factor/PasskeyButton'
import { usePasskeyFault } from '~/shared/second-factor/use-passkey-fault'
import { useHumanCheck } from '~/shared/sign-in/HumanCheck'
import { Banner, ClockIcon, Form, FormFailure, SecretField, Spinner, SubmitButton, TextField, toast, useUrlState } from '~/ui/kit'
import { AuthFrame } from './AuthFrame.tsx'
import { OutsideSignIn } from './OutsideSignIn.tsx'
import { type Entry, useEntry } from './use-entry.tsx'

/** Logs in with what Telegram's widget put into the address, which is cleaned. A failure is a toast. */
function TelegramAnswer({ entry: { enter } }: { readonly entry: Entry }) {
  const t = useText()
  const { params, change } = useUrlState()
  const { run } = useCall(telegramLogin, { isQuiet: true })
  const isSent = useRef(false)
  useEffect(() => {
    // React runs effects twice in development, and what Telegram says counts once.
    if (isSent.current) return
    isSent.current = true
    const { id, first_name, last_name, username, photo_url, auth_date, hash } = params
    const login = run({ query: { id, first_name, last_name, username, photo_url, auth_date, hash } })
    // What Telegram says counts once: when the second step is left, or the login has failed, it must not be sent again.
    login.catch(() => change({ ...nothing }, true))
    enter(login, params.returnTo).catch((error: unknown) => toast.failed(messageOf(error)))
  }, [params, run, enter, change])
  return (
    <p className="login-wait" role="status">
      <Spinner />
      {t('auth.callback.wait')}
    </p>
  )
}

/** Takes Telegram's fields out of the address. */
const nothing = {
  ...{ id: undefined, first_name: undefined, last_name: undefined, username: undefined },
  ...{ photo_url: undefined, auth_date: undefined, hash: undefined },
} as const

/** What the super admin of this family's older installations begins with. Source: specification §2, Login. */
const DEFAULT_PASSWORD = '123456'

/** Has the super admin logged in with the password that everybody knows? */
function isDefaultPassword(user: { readonly role: number }, password: string | undefined): boolean {
  return isRoot(user.role) && password === DEFAULT_PASSWORD
}

/** Username and password, the other ways in, and why one has to log in again. */
export default function LoginPage() {
  const t = useText()
  const name = useSystemName()
  const status = usePublicStatus()
  const { params } = useUrlState()
  const entry = useEntry()
  const hasPassword = status?.password_login !== false
  const canRegister = isOpenToNew(status)
  const below = (
    <>
      {canRegister && (
        <>
          {t('auth.noAccount')} <Link to={paths.register()}>{t('auth.register.submit')}</Link>
          {' · '}
        </>
      )}
      <Link to={paths.keyUsage()}>{t('auth.keyUsage.link')}</Link>
    </>
  )
  return (
    <AuthFrame title={t('auth.title')} heading={t('auth.heading', { name })} {...(entry.step ? {} : { below })}>
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
