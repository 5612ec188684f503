import { Link, useNavigate } from '@tanstack/react-router'
import { register } from '@waystation/contract/api/people/registration'
import { PASSWORD_MIN } from '@waystation/contract/site/setup'
import { useEffect } from 'react'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { isOpenToNew, usePublicStatus, useSystemName } from '~/session/status'
import { useHumanCheck } from '~/shared/sign-in/HumanCheck'
import { MailedCodeField } from '~/shared/sign-in/MailedCodeField'
import { Banner, Form, FormFailure, SecretField, SubmitButton, TextField, toast, useQuotaFormat, useUrlState } from '~/ui/kit'
import { AuthFrame } from './AuthFrame.tsx'
import { forgetInviteCode, inviteCode, keepInviteCode, OutsideSignIn } from './OutsideSignIn.tsx'
import { useEntry } from './use-entry.tsx'

/** The registration form, where registering is allowed. */
export default function RegisterPage() {
  const t = useText()
  const name = useSystemName()
  const status = usePublicStatus()
  const { params } = useUrlState()
  const isOpen = status === undefined || isOpenToNew(status)
  const entry = useEntry()
  const hasInvitations = status?.aff_enabled === true
  useEffect(() => {
    if (hasInvitations) keepInviteCode(params.aff)
  }, [hasInvitations, params.aff])
  const below = (
    <>
      {t('auth.register.hasAccount')} <Link to={paths.login()}>{t('auth.submit')}</Link>
    </>
  )
  return (
    <AuthFrame title={t('auth.register.title')} heading={t('auth.register.heading', { name })} {...(entry.step ? {} : { below })}>
      {entry.step ?? (
        <>
          {entry.notice !== undefined && <Banner tone="blue">{entry.notice}</Banner>}
          {isOpen ? (
            <>
              <Invited />
              <RegisterForm hasMail={status?.email_verification === true} />
              <OutsideSignIn entry={entry} />
            </>
          ) : (
            <Banner tone="amber">{t('auth.register.closed')}</Banner>
          )}
        </>
      )}
    </AuthFrame>
  )
}

/** What an invitation brings, where it brings anything. */
function Invited() {
  const t = useText()
  const format = useQuotaFormat()
  const { params } = useUrlState()
  const gift = usePublicStatus()?.quota_for_invitee ?? 0
  const isInvited = usePublicStatus()?.aff_enabled === true && (params.aff ?? inviteCode()) !== ''
  return gift > 0 && isInvited ? <Banner tone="green">{t('auth.register.invited', { amount: format(gift) })}</Banner> : null
}

type Draft = { readonly [Name in keyof typeof register.body.shape]?: string | undefined }

function RegisterForm({ hasMail }: { readonly hasMail: boolean }) {
  const t = useText()
  const navigate = useNavigate()
  const send = useCall(register, { isQuiet: true })
  const human = useHumanCheck()
  const check = useDraftCheck(hasMail)

  const submit = async (values: Draft) => {
    await send.run({ body: { ...values, aff_code: inviteCode() }, query: { turnstile: human.token } }).catch((error: unknown) => {
      human.renew()
      throw error
    })
    forgetInviteCode()
    toast.done(t('auth.register.done'))
    await navigate({ to: paths.login() })
  }
  const initial = { username: '', password: '', password2: '', ...(hasMail ? { email: '', verification_code: '' } : {}) }
  return (
    <Form schema={register.body} initial={initial} check={check} onSubmit={submit}>
      <FormFailure />
      <TextField
        name="username"
        label={t('auth.register.username')}
        hint={t('auth.register.usernameHint')}
        autoComplete="username"
        size="large"
        hasFocus
        isRequired
      />
      {hasMail && (
        <>
          <TextField name="email" label={t('auth.email')} kind="email" autoComplete="email" size="large" isRequired />
          <MailedCodeField name="verification_code" emailName="email" check={human} size="large" />
        </>
      )}
      <SecretField
        name="password"
        label={t('auth.password')}
        placeholder={t('auth.register.passwordHint')}
        autoComplete="new-password"
        size="large"
        isRequired
      />
      <SecretField name="password2" label={t('auth.register.repeat')} autoComplete="new-password" size="large" isRequired />
      {human.box}
      <SubmitButton size="large" isBlock disabledReason={human.waitReason}>
        {t('auth.register.submit')}
      </SubmitButton>
    </Form>
  )
}

/** The rules that need no server. */
function useDraftCheck(hasMail: boolean) {
  const t = useText()
  return ({ username, password = '', password2, email, verification_code }: Draft) => ({
    ...(username?.trim() ? {} : { username: t('auth.register.usernameEmpty') }),
    ...([...password].length < PASSWORD_MIN ? { password: t('auth.register.passwordShort') } : {}),
    ...(password === password2 ? {} : { password2: t('auth.register.mismatch') }),
    ...(hasMail && !email?.trim() ? { email: t('auth.emailEmpty') } : {}),
    ...(hasMail && !verification_code?.trim() ? { verification_code: t('auth.codeEmpty') } : {}),
  })
}
