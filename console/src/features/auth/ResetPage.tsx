import { Link } from '@tanstack/react-router'
import { sendResetLink } from '@waystation/contract/api/people/registration'
import { useState } from 'react'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useHumanCheck } from '~/shared/sign-in/HumanCheck'
import { Banner, CountdownButton, Form, FormFailure, SubmitButton, TextField, toast } from '~/ui/kit'
import { AuthFrame } from './AuthFrame.tsx'

/** Seconds between two mails. Source: specification section 4. */
const PAUSE_SECONDS = 30

/** Asks for a link to set a new password. Whether the address belongs to somebody is not told. */
export default function ResetPage() {
  const t = useText()
  const request = useCall(sendResetLink, { isQuiet: true })
  const again = useCall(sendResetLink)
  const human = useHumanCheck()
  const [sentTo, setSentTo] = useState<string>()
  const submit = async ({ email = '' }: { email?: string | undefined }) => {
    const address = email.trim()
    // A check is good for one mail.
    await request.run({ query: { email: address, turnstile: human.token } }).finally(human.renew)
    setSentTo(address)
  }
  const sendAgain = async (email: string) => {
    await again.run({ query: { email, turnstile: human.token } }).finally(human.renew)
    toast.done(t('auth.reset.sentAgain'))
  }
  const check = ({ email }: { email?: string | undefined }) => (email?.trim() ? {} : { email: t('auth.emailEmpty') })
  return (
    <AuthFrame title={t('auth.reset.title')} heading={t('auth.reset.title')} below={<Link to={paths.login()}>{t('auth.reset.back')}</Link>}>
      {sentTo === undefined ? (
        <Form schema={sendResetLink.query} initial={{ email: '' }} check={check} onSubmit={submit}>
          <FormFailure />
          <TextField
            name="email"
            label={t('auth.email')}
            hint={t('auth.reset.hint')}
            kind="email"
            autoComplete="email"
            size="large"
            hasFocus
          />
          {human.box}
          <SubmitButton size="large" isBlock disabledReason={human.waitReason}>
            {t('auth.reset.submit')}
          </SubmitButton>
        </Form>
      ) : (
        <>
          <Banner tone="green">{t('auth.reset.sent', { email: sentTo })}</Banner>
          <p className="text2">{t('auth.reset.sentHint')}</p>
          {human.box}
          <CountdownButton
            label={t('auth.reset.again')}
            waiting={(seconds) => t('auth.resendIn', { seconds })}
            seconds={PAUSE_SECONDS}
            isWaiting
            size="large"
            isBlock
            onClick={() => sendAgain(sentTo)}
            disabledReason={human.waitReason}
          />
        </>
      )}
    </AuthFrame>
  )
}
