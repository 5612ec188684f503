import { useLocation, useNavigate } from '@tanstack/react-router'
import { confirm, startConfirm } from '@waystation/contract/api/people/second-factor'
import { logout } from '@waystation/contract/api/people/session'
import { errorMessage } from '@waystation/contract/errors'
import { CONFIRMED_MINUTES, type ConfirmPurpose, type ConfirmWays, type Proof } from '@waystation/contract/people/second-factor'
import { useState } from 'react'
import { z } from 'zod'
import { atField } from '~/api/at-field'
import { call } from '~/api/call'
import { CallError } from '~/api/call-error'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { forgetUser } from '~/session/user'
import type { QuestionDialogProps } from '~/ui/dialog/question'
import { Button, CodeField, Dialog, Form, FormFailure, SecretField, SubmitButton, useIsSubmitting } from '~/ui/kit'
import { SignInProviders } from '../sign-in/SignInProviders.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { usePasskeyFault } from './use-passkey-fault.ts'
import './confirm-identity.css'

/** A purpose with the ways to confirm it, or why there is none but a new login. */
export type IdentityQuestion = { readonly purpose: ConfirmPurpose; readonly ways: ConfirmWays } | { readonly message: string }

type DialogProps = QuestionDialogProps<IdentityQuestion, boolean>

/** The dialog behind a call that needs a confirmation. Whatever closes it otherwise does not confirm. */
export default function ConfirmIdentityDialog({ question, isOpen, reply }: DialogProps) {
  const t = useText()
  const language = useLanguage()
  const hasPasskeys = usePasskeyFault() === undefined
  const cannot = () => errorMessage('confirm_log_in_again', {}, language)
  const canConfirm = 'ways' in question && (question.ways.password || question.ways.totp || (question.ways.passkey !== null && hasPasskeys))
  return (
    <Dialog isOpen={isOpen} onClose={() => reply(false)} title={t('factor.confirm.title')} width={420} isOnTop>
      {canConfirm ? (
        <Ways purpose={question.purpose} ways={question.ways} hasPasskeys={hasPasskeys} reply={reply} />
      ) : (
        <LogInAgain message={'message' in question ? question.message : cannot()} onCancel={() => reply(false)} />
      )}
    </Dialog>
  )
}

interface WaysProps {
  readonly purpose: ConfirmPurpose
  readonly ways: ConfirmWays
  readonly hasPasskeys: boolean
  readonly reply: (isConfirmed: boolean) => void
}

function Ways({ purpose, ways, hasPasskeys, reply }: WaysProps) {
  const t = useText()
  const [isByCode, setByCode] = useState(!ways.password)
  const [passkey, setPasskey] = useState(ways.passkey)
  const prove = async (proof: Proof) => {
    await call(confirm, { body: { purpose, ...proof } })
    reply(true)
  }
  const proveByPasskey = async () => {
    if (passkey === null) return
    const { provePasskey } = await import('./passkey.ts')
    const proof = await provePasskey(passkey)
    await prove({ passkey: proof }).catch(async (error: unknown) => {
      // The server takes an answer to its options once, so another try needs others.
      setPasskey((await call(startConfirm, { body: { purpose } })).passkey)
      throw error
    })
  }
  const hasField = ways.password || ways.totp
  const canUsePasskey = passkey !== null && hasPasskeys
  return (
    <div className="confirm-identity">
      <div>
        <p>{t(`factor.confirm.purpose.${purpose}`)}</p>
        <p className="field-hint">{t('factor.confirm.lasts', { minutes: CONFIRMED_MINUTES })}</p>
      </div>
      {hasField && <ProofForm key={String(isByCode)} isByCode={isByCode} onProof={prove} onCancel={() => reply(false)} />}
      {canUsePasskey && (
        <SignInProviders
          label=""
          {...(hasField ? { divider: t('auth.or') } : {})}
          first={<PasskeyButton label={t('factor.confirm.passkey')} onPress={proveByPasskey} />}
          providers={[]}
        />
      )}
      {ways.password && ways.totp && (
        <button type="button" className="link" onClick={() => setByCode(!isByCode)}>
          {t(isByCode ? 'factor.confirm.usePassword' : 'factor.confirm.useCode')}
        </button>
      )}
    </div>
  )
}

const ProofForms = { password: z.object({ password: z.string() }), code: z.object({ code: z.string() }) } as const

interface ProofFormProps {
  readonly isByCode: boolean
  readonly onProof: (proof: Proof) => Promise<void>
  readonly onCancel: () => void
}

function ProofForm({ isByCode, onProof, onCancel }: ProofFormProps) {
  const t = useText()
  const foot = <Foot onCancel={onCancel} />
  if (isByCode) {
    return (
      <Form
        schema={ProofForms.code}
        initial={{ code: '' }}
        check={({ code }): Record<string, string> => (code.length === 6 ? {} : { code: t('factor.step.codeEmpty') })}
        onSubmit={(values) => onProof(values).catch(at('code'))}
      >
        <FormFailure />
        <CodeField name="code" label={t('factor.step.code')} hint={t('factor.step.text')} hasFocus />
        {foot}
      </Form>
    )
  }
  return (
    <Form
      schema={ProofForms.password}
      initial={{ password: '' }}
      check={({ password }): Record<string, string> => (password ? {} : { password: t('factor.confirm.passwordEmpty') })}
      onSubmit={(values) => onProof(values).catch(at('password'))}
    >
      <FormFailure />
      <SecretField name="password" label={t('factor.confirm.password')} autoComplete="current-password" hasFocus />
      {foot}
    </Form>
  )
}

/** A proof that is wrong is answered with 200, and is the fault of its field. */
function at(field: string) {
  return (error: unknown): never => {
    throw error instanceof CallError && error.status === 200 ? atField(error, field) : error
  }
}

function Foot({ onCancel }: { readonly onCancel: () => void }) {
  const t = useText()
  const isBusy = useIsSubmitting()
  return (
    <div className="confirm-identity-foot">
      <Button onClick={onCancel} isDisabled={isBusy}>
        {t('action.cancel')}
      </Button>
      <SubmitButton>{t('factor.confirm.submit')}</SubmitButton>
    </div>
  )
}

function LogInAgain({ message, onCancel }: { readonly message: string; readonly onCancel: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const { href } = useLocation()
  const run = async () => {
    onCancel()
    await call(logout).catch(() => undefined)
    // First the other page: this one would still send requests, without a session.
    await navigate({ to: paths.login(), search: { returnTo: href } })
    forgetUser()
  }
  return (
    <div className="confirm-identity">
      <p>{message}</p>
      <div className="confirm-identity-foot">
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
        <Button kind="primary" onClick={run} hasFocus>
          {t('factor.confirm.again')}
        </Button>
      </div>
    </div>
  )
}
