import { finishLogin } from '@waystation/contract/api/people/second-factor'
import type { getSelf } from '@waystation/contract/api/people/session'
import type { CallData } from '@waystation/contract/channels/endpoint'
import { useState } from 'react'
import { atField } from '~/api/at-field'
import { CallError } from '~/api/call-error'
import { useCall } from '~/api/use-call'
import { useText } from '~/i18n'
import { PasskeyButton } from '~/shared/second-factor/PasskeyButton'
import { usePasskeyFault } from '~/shared/second-factor/use-passkey-fault'
import { SignInProviders } from '~/shared/sign-in/SignInProviders'
import { CodeField, Form, FormFailure, SubmitButton, TextField, TwoStepIcon } from '~/ui/kit'
import './second-step.css'

export interface SecondStepProps {
  readonly onUser: (user: CallData<typeof getSelf>) => Promise<void>
  /** @param reason why the login has to begin again; absent: the user went back */
  readonly onBack: (reason?: string) => void
}

/** After the password, where two-step verification is on: a code of the app, a recovery code, or a passkey. */
export default function SecondStep({ onUser, onBack }: SecondStepProps) {
  const t = useText()
  const [isRecovery, setRecovery] = useState(false)
  const [typed, setTyped] = useState('')
  const hasPasskeys = usePasskeyFault() === undefined
  const change = (toRecovery: boolean, text = '') => {
    setTyped(text)
    setRecovery(toRecovery)
  }
  const logIn = async () => onUser(await (await import('./passkey-login.ts')).logInByPasskey())
  return (
    <>
      <div className="second-step-head">
        <span className="second-step-icon">
          <TwoStepIcon />
        </span>
        <div className="grow">
          <h2>{t('factor.step.title')}</h2>
          <p>{t(isRecovery ? 'factor.step.recoveryText' : 'factor.step.text')}</p>
        </div>
      </div>
      <CodeForm
        key={String(isRecovery)}
        isRecovery={isRecovery}
        initial={typed}
        onLetters={(text) => change(true, text)}
        onUser={onUser}
        onExpired={onBack}
      />
      {hasPasskeys && (
        <SignInProviders
          label=""
          divider={t('auth.or')}
          first={<PasskeyButton label={t('factor.step.passkey')} size="large" onPress={logIn} />}
          providers={[]}
        />
      )}
      <div className="second-step-links">
        <button type="button" className="link" onClick={() => onBack()}>
          {t('factor.step.back')}
        </button>
        <button type="button" className="link" onClick={() => change(!isRecovery)}>
          {t(isRecovery ? 'factor.step.useApp' : 'factor.step.useRecovery')}
        </button>
      </div>
    </>
  )
}

interface CodeFormProps {
  readonly isRecovery: boolean
  readonly initial: string
  /** A recovery code was typed into the boxes. */
  readonly onLetters: (typed: string) => void
  readonly onUser: SecondStepProps['onUser']
  readonly onExpired: (reason: string) => void
}

function CodeForm({ isRecovery, initial, onLetters, onUser, onExpired }: CodeFormProps) {
  const t = useText()
  const send = useCall(finishLogin, { isQuiet: true })
  const submit = async ({ code = '' }: { code?: string | undefined }) => {
    try {
      await onUser(await send.run({ body: { code: code.trim() } }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === 'second_factor_expired') return onExpired(error.message)
      throw error.code === 'second_factor_wrong' ? atField(error, 'code') : error
    }
  }
  const check = ({ code = '' }: { code?: string | undefined }): Record<string, string> => {
    if (isRecovery) return code.trim() ? {} : { code: t('factor.step.recoveryEmpty') }
    return code.length === 6 ? {} : { code: t('factor.step.codeEmpty') }
  }
  return (
    <Form schema={finishLogin.body} initial={{ code: initial }} check={check} onSubmit={submit}>
      <FormFailure />
      {isRecovery ? (
        <TextField
          name="code"
          label={t('factor.step.recoveryCode')}
          hint={t('factor.step.recoveryHint')}
          autoComplete="one-time-code"
          size="large"
          isMono
          hasFocus
        />
      ) : (
        <CodeField name="code" label={t('factor.step.code')} hint={t('factor.step.codeHint')} onLetters={onLetters} hasFocus />
      )}
      <SubmitButton size="large" isBlock>
        {t('factor.step.submit')}
      </SubmitButton>
    </Form>
  )
}
