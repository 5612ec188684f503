import { createToken } from '@waystation/contract/api/people/token'
import { TokenDraft } from '@waystation/contract/people/token'
import { call } from '~/api/call'
import { useText } from '~/i18n'
import { useQuotaPerUnit } from '~/session/status'
import { Banner, Form, FormFailure, FormSection, QuotaField, SubmitButton, SwitchField, TextField } from '~/ui/kit'
import { StepHead, type StepProps } from './setup-step.tsx'

/** The first token. Its answer carries the key for the last step. */
export function TokenStep({ learn, go, isKeyLost }: StepProps & { readonly isKeyLost: boolean }) {
  const t = useText()
  const perUnit = useQuotaPerUnit()
  return (
    <>
      <StepHead title={t('setup.tokenTitle')} text={t('setup.tokenText')} />
      <Form
        schema={TokenDraft}
        initial={{ name: t('setup.tokenDefaultName'), remain_quota: 10 * perUnit, unlimited_quota: false }}
        onSubmit={async (draft) => {
          const token = await call(createToken, { body: draft })
          const quota = token.unlimited_quota ? undefined : token.remain_quota
          learn({ token: { id: token.id, name: token.name, key: `sk-${token.key}`, quota } })
          go('call')
        }}
      >
        {isKeyLost && <Banner tone="amber">{t('setup.tokenLost')}</Banner>}
        <FormFailure />
        <FormSection columns={1}>
          <TextField name="name" label={t('setup.tokenName')} isRequired />
          <SwitchField name="unlimited_quota" label={t('setup.tokenUnlimited')} hint={t('setup.tokenUnlimitedHint')} />
          <QuotaField name="remain_quota" label={t('setup.tokenQuota')} presetsInDollars={[1, 10, 50, 100]} hideWhen="unlimited_quota" />
        </FormSection>
        <div className="setup-foot">
          <span className="grow" />
          <SubmitButton size="large">{t('setup.tokenCreate')}</SubmitButton>
        </div>
      </Form>
    </>
  )
}
