import { getUserModels } from '@waystation/contract/api/session'
import type { Token } from '@waystation/contract/token'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { useQuotaPerUnit } from '~/session/status'
import { useBalance } from '~/shared/balance/use-balance'
import {
  type Drawer,
  ExpiryField,
  FormDrawer,
  FormSection,
  GroupField,
  IpLinesField,
  ModelsField,
  NumberField,
  QuotaField,
  SwitchField,
  TextField,
  useFormValue,
  useQuotaFormat,
} from '~/ui/kit'
import type { MadeToken } from './MadeTokens.tsx'
import { initialValues, MAX_AT_ONCE, TokenForm } from './token-form.ts'
import { useSaveToken } from './use-save-token.ts'

export interface TokenDrawerProps {
  readonly drawer: Drawer<Token>
  readonly onMade: (made: readonly MadeToken[]) => void
}

/** Makes tokens, or changes one. */
export function TokenDrawer({ drawer, onMade }: TokenDrawerProps) {
  const t = useText()
  const perUnit = useQuotaPerUnit()
  const models = useData(getUserModels, {}, { when: drawer.isOpen, freshMs: 60_000 })
  const token = drawer.item
  const initial = initialValues(token, perUnit)
  const { save, progress } = useSaveToken(token, initial.remain_quota, onMade)

  return (
    <FormDrawer
      drawer={drawer}
      title={token ? t('token.edit', { name: token.name }) : t('token.create')}
      schema={TokenForm}
      initial={initial}
      onSubmit={save}
      submitLabel={token ? t('action.save') : progress ? t('token.creating', { ...progress }) : t('token.createOne')}
      footnote={token ? undefined : t('token.keyLater')}
    >
      <Basics isNew={!token} />
      <QuotaPart isNew={!token} />
      <FormSection title={t('token.limits')}>
        <ModelsField name="model_limits" label={t('token.models')} hint={t('token.modelsHint')} known={models.data} />
        <IpLinesField name="allow_ips" label={t('token.ips')} />
        <SwitchField name="rate_limit_enabled" label={t('token.rate')} isWide />
        <RateFields />
      </FormSection>
    </FormDrawer>
  )
}

/** Name, group, how long, and how many of it. */
function Basics({ isNew }: { readonly isNew: boolean }) {
  const t = useText()
  return (
    <FormSection title={t('token.basics')}>
      <TextField name="name" label={t('token.name')} isRequired hasFocus={isNew} />
      <GroupField name="group" label={t('token.group')} />
      <ExpiryField name="expired_time" label={t('token.expires')} />
      {isNew && (
        <NumberField
          name="count"
          label={t('token.count')}
          hint={t('token.countHint')}
          min={1}
          max={MAX_AT_ONCE}
          presets={[1, 10, 20, 30, 100]}
        />
      )}
    </FormSection>
  )
}

function QuotaPart({ isNew }: { readonly isNew: boolean }) {
  const t = useText()
  const balance = useBalance()
  const format = useQuotaFormat()
  return (
    <FormSection title={t('token.quotaPart')}>
      <QuotaField
        name="remain_quota"
        label={t(isNew ? 'token.quota' : 'token.quotaLeft')}
        presetsInDollars={[1, 10, 50, 100, 500, 1000]}
        hint={balance && t('token.quotaHint', { balance: format(balance.left) })}
        hideWhen="unlimited_quota"
      />
      <SwitchField name="unlimited_quota" label={t('token.unlimited')} hint={t('token.unlimitedHint')} />
    </FormSection>
  )
}

/** How many calls in how long. */
function RateFields() {
  const t = useText()
  if (!useFormValue<boolean>('rate_limit_enabled')) return null
  return (
    <div className="field wide">
      <div className="form-grid columns-3">
        <NumberField name="rate_limit_period" label={t('token.ratePeriod')} min={1} />
        <NumberField name="rate_limit_count" label={t('token.rateCount')} hint={t('token.rateCountHint')} min={-1} />
        <NumberField name="rate_limit_success" label={t('token.rateSuccess')} min={1} />
      </div>
    </div>
  )
}
