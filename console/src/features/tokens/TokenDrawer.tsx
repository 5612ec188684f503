import { getUserModels } from '@waystation/contract/api/session'
import { splitList } from '@waystation/contract/codec'
import { TOKEN_NAME_MAX, type Token, TokenDraft } from '@waystation/contract/token'
import { useState } from 'react'
import { z } from 'zod'
import { messageOf } from '~/api/call-error'
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
  toast,
  useFormValue,
  useQuotaFormat,
} from '~/ui/kit'
import type { MadeToken } from './MadeTokens.tsx'
import { useTokenCalls } from './token-queries.ts'

const MAX_AT_ONCE = 100
const SUFFIX_LENGTH = 6

/** A token, and how many of it. */
const TokenForm = TokenDraft.extend({ count: z.number().int().min(1).max(MAX_AT_ONCE).default(1) })
type TokenForm = z.input<typeof TokenForm>

export interface TokenDrawerProps {
  readonly drawer: Drawer<Token>
  readonly onMade: (made: readonly MadeToken[]) => void
}

/** Makes tokens, or changes one. */
export function TokenDrawer({ drawer, onMade }: TokenDrawerProps) {
  const t = useText()
  const perUnit = useQuotaPerUnit()
  const balance = useBalance()
  const format = useQuotaFormat()
  const models = useData(getUserModels, {}, { when: drawer.isOpen, freshMs: 60_000 })
  const { createQuietly, change, refresh } = useTokenCalls()
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number }>()
  const token = drawer.item
  // An overdrawn token shows nothing left; what is not touched is not sent, because calls go on while the drawer is open.
  const initial = token
    ? {
        ...token,
        remain_quota: Math.max(0, token.remain_quota),
        model_limits: token.model_limits_enabled ? token.model_limits : '',
        count: 1,
      }
    : { ...blank, remain_quota: perUnit }

  const create = async ({ count = 1, ...draft }: TokenForm) => {
    const made: MadeToken[] = []
    const limits = splitList(draft.model_limits ?? '', /,/)
    try {
      for (let index = 0; index < count; index += 1) {
        if (count > 1) setProgress({ done: index, total: count })
        const name = count > 1 ? suffixed(draft.name) : draft.name
        const { key } = await createQuietly({ ...draft, name })
        made.push({ name, key: `sk-${key}`, models: limits.length > 0 ? limits : undefined, group: draft.group ?? '' })
      }
    } catch (error) {
      if (made.length === 0) throw error
      toast.failed(t('token.madePartly', { count: made.length, total: count, reason: messageOf(error) }))
    } finally {
      setProgress(undefined)
    }
    await refresh()
    onMade(made)
  }
  const save = async (values: TokenForm) => {
    const limited = { ...values, model_limits_enabled: (values.model_limits ?? '') !== '' }
    if (!token) return create(limited)
    const { count: _count, remain_quota, ...fields } = limited
    await change(token.id, { ...fields, ...(remain_quota === initial.remain_quota ? {} : { remain_quota }) })
  }

  return (
    <FormDrawer
      drawer={drawer}
      title={token ? t('token.edit', { name: token.name }) : t('token.create')}
      schema={TokenForm}
      initial={initial}
      onSubmit={save}
      submitLabel={token ? t('action.save') : progress ? t('token.creating', progress) : t('token.createOne')}
      footnote={token ? undefined : t('token.keyLater')}
    >
      <FormSection title={t('token.basics')}>
        <TextField name="name" label={t('token.name')} isRequired hasFocus={!token} />
        <GroupField name="group" label={t('token.group')} />
        <ExpiryField name="expired_time" label={t('token.expires')} />
        {!token && (
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
      <FormSection title={t('token.quotaPart')}>
        <QuotaField
          name="remain_quota"
          label={token ? t('token.quotaLeft') : t('token.quota')}
          presetsInDollars={[1, 10, 50, 100, 500, 1000]}
          hint={balance && t('token.quotaHint', { balance: format(balance.left) })}
          hideWhen="unlimited_quota"
        />
        <SwitchField name="unlimited_quota" label={t('token.unlimited')} hint={t('token.unlimitedHint')} />
      </FormSection>
      <FormSection title={t('token.limits')}>
        <ModelsField name="model_limits" label={t('token.models')} hint={t('token.modelsHint')} known={models.data} />
        <IpLinesField name="allow_ips" label={t('token.ips')} />
        <SwitchField name="rate_limit_enabled" label={t('token.rate')} isWide />
        <RateFields />
      </FormSection>
    </FormDrawer>
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

/** What the specification presets (section 9); the quota is a dollar. */
const blank = {
  name: '',
  group: '',
  unlimited_quota: false,
  expired_time: -1,
  rate_limit_enabled: false,
  rate_limit_period: 60,
  rate_limit_count: 1000,
  rate_limit_success: 10,
  model_limits: '',
  allow_ips: '',
  count: 1,
}

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function suffixed(name: string): string {
  const random = [...crypto.getRandomValues(new Uint8Array(SUFFIX_LENGTH))].map((byte) => letters[byte % letters.length]).join('')
  return `${name.trim().slice(0, TOKEN_NAME_MAX - SUFFIX_LENGTH - 1)}-${random}`
}
