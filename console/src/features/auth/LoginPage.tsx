import { useNavigate } from '@tanstack/react-router'
import { login } from '@waystation/contract/api/session'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { refreshStatus, usePublicStatus, useSystemName } from '~/session/status'
import { rememberUser } from '~/session/user'
import { Footer } from '~/shell/Footer'
import { ThemeAndLanguage } from '~/shell/ThemeAndLanguage'
import { Banner, ClockIcon, Form, FormFailure, Mark, SecretField, SubmitButton, TextField, toast, useUrlState } from '~/ui/kit'
import { returnAddress } from './return-address.ts'
import './login.css'

/** Username and password, and why one has to give them again. */
export default function LoginPage() {
  const t = useText()
  const name = useSystemName()
  const status = usePublicStatus()
  const navigate = useNavigate()
  const { params } = useUrlState()
  const send = useCall(login, { isQuiet: true })

  const submit = async (values: { username?: string | undefined; password?: string | undefined }) => {
    rememberUser(await send.run({ body: values }))
    await refreshStatus().catch(() => undefined)
    toast.done(t('auth.success'))
    const { pathname, search } = returnAddress(params.returnTo) ?? { pathname: paths.tokens(), search: {} }
    await navigate({ to: pathname, search, replace: true })
  }
  // It names both, so it is said once: at the first that is missing.
  const check = ({ username, password }: { username?: string | undefined; password?: string | undefined }) =>
    username?.trim() ? (password ? {} : { password: t('auth.empty') }) : { username: t('auth.empty') }

  return (
    <div className="login">
      <title>{`${t('auth.title')} · ${name}`}</title>
      <header className="login-tools">
        <ThemeAndLanguage />
      </header>
      <main className="login-main">
        <Mark size={44} />
        <h1>{t('auth.heading', { name })}</h1>
        <div className="login-card">
          {params.expired === 'true' && (
            <Banner tone="blue" icon={<ClockIcon />}>
              {t('auth.expired')}
            </Banner>
          )}
          {status?.password_login === false ? (
            <Banner tone="amber">{t('auth.disabled')}</Banner>
          ) : (
            <Form schema={login.body} initial={{ username: '', password: '' }} check={check} onSubmit={submit}>
              <FormFailure />
              <TextField name="username" label={t('auth.username')} autoComplete="username" size="large" hasFocus />
              <SecretField name="password" label={t('auth.password')} autoComplete="current-password" size="large" />
              <SubmitButton size="large" isBlock>
                {t('auth.submit')}
              </SubmitButton>
            </Form>
          )}
        </div>
      </main>
      <Footer />
    </div>
  )
}
