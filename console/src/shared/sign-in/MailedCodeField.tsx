import { sendVerificationCode } from '@waystation/contract/api/people/registration'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { CountdownButton, TextField, toast, useFormValue } from '~/ui/kit'
import type { HumanCheckGate } from './HumanCheck.tsx'
import './sign-in.css'

/** Seconds between two codes. Source: specification section 4. */
const PAUSE_SECONDS = 30

export interface MailedCodeFieldProps {
  /** Of the field that holds the code. */
  readonly name: string
  /** Of the field that holds the address. */
  readonly emailName: string
  readonly check: HumanCheckGate
  readonly size?: 'large'
  /** What the address is to do. Default: it becomes the account's own. */
  readonly purpose?: 'notices'
}

/** The code from a mail, with the button that sends it. */
export function MailedCodeField({ name, emailName, check, size, purpose }: MailedCodeFieldProps) {
  const t = useText()
  const email = useFormValue<string | undefined>(emailName)?.trim() ?? ''
  const request = useCall(sendVerificationCode)
  const send = async () => {
    // A check is good for one mail.
    await request.run({ query: { email, turnstile: check.token, ...(purpose ? { purpose } : {}) } }).finally(check.renew)
    toast.done(t('auth.codeSent'))
  }
  return (
    <div className="code-row">
      <TextField name={name} label={t('auth.mailedCode')} autoComplete="one-time-code" isRequired {...(size ? { size } : {})} />
      <CountdownButton
        label={t('auth.sendCode')}
        waiting={(seconds) => t('auth.resendIn', { seconds })}
        seconds={PAUSE_SECONDS}
        size={size}
        onClick={send}
        disabledReason={email === '' ? t('auth.emailFirst') : check.waitReason}
      />
    </div>
  )
}
