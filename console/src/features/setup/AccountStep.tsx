import { PASSWORD_MIN, SetupDraft } from '@waystation/contract/site/setup'
import { useText } from '~/i18n'
import { Form, FormFailure, SecretField, SubmitButton, TextField } from '~/ui/kit'
import { StepHead, type StepProps } from './setup-step.tsx'

/** Name and password of the super admin. The next step sends them. */
export function AccountStep({ facts, learn, go }: StepProps) {
  const t = useText()
  const check = (values: { password?: string | undefined; confirmPassword?: string | undefined }) => ({
    ...((values.password ?? '').length < PASSWORD_MIN ? { password: t('setup.passwordShort') } : {}),
    ...(values.password === values.confirmPassword ? {} : { confirmPassword: t('setup.mismatch') }),
  })
  return (
    <>
      <StepHead title={t('setup.accountTitle')} text={t('setup.accountText')} />
      <Form
        schema={SetupDraft}
        initial={{ username: facts.username ?? '', password: facts.password ?? '', confirmPassword: facts.password ?? '' }}
        check={check}
        onSubmit={({ username = '', password = '' }) => {
          learn({ username: username.trim(), password })
          go('mode')
        }}
      >
        <FormFailure />
        <TextField
          name="username"
          label={t('setup.username')}
          hint={t('setup.usernameHint')}
          autoComplete="username"
          size="large"
          hasFocus
          isRequired
        />
        <SecretField
          name="password"
          label={t('setup.password')}
          hint={t('setup.passwordHint')}
          autoComplete="new-password"
          size="large"
          isRequired
        />
        <SecretField name="confirmPassword" label={t('setup.confirmPassword')} autoComplete="new-password" size="large" isRequired />
        <div className="setup-foot">
          <span className="grow" />
          <SubmitButton size="large">{t('action.next')}</SubmitButton>
        </div>
      </Form>
    </>
  )
}
