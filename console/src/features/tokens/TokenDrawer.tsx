import { getUserModels } from '@waystation/contract/api/people/session'
import { TOKEN_NAME_MAX, type Token, TokenDraft } from '@waystation/contract/people/token'
import { listItems } from '@waystation/contract/values/codec'
import { useState } from 'react'
import { z } from 'zod'
import { messageOf } from '~/api/call-error'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { useQuotaPerUnit } from '~/session/status'
import { useBalance } from '~/shared/money/balance'
import { shownMaker } from '~/shared/shown-traits'
import {
  type Drawer,
  ExpiryField,
  type FieldProps,
  FormDrawer,
  FormSection,
  GroupField,
  MapField,
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
import { useTokenCalls, useTokenLabels } from './token-queries.ts'

// The form of a token: its values, what they are to begin with, and the names of many at once.

const MAX_AT_ONCE = 100
const SUFFIX_LENGTH = 6

/** A token, and how many of it. */
const TokenForm = TokenDraft.extend({ count: z.number().int().min(1).max(MAX_AT_ONCE).default(1) })
type TokenFormValues = z.input<typeof TokenForm>

/** What the specification presets (section 9); the quota is a dollar. */
const blank = {
  name: '',
  label: '',
  group: '',
  unlimited_quota: false,
  expired_time: -1,
  rate_limit_enabled: false,
  rate_limit_period: 60,
  rate_limit_count: 1000,
  rate_limit_success: 10,
  model_limits: '',
  model_aliases: '',
  allow_ips: '',
  count: 1,
}

/**
 * What the form begins with. An overdrawn token shows nothing left.
 * @param perUnit quota units of a dollar
 */
function initialValues(token: Token | undefined, perUnit: number): Partial<TokenFormValues> {
  if (!token) return { ...blank, remain_quota: perUnit }
  return {
    ...token,
    remain_quota: Math.max(0, token.remain_quota),
    model_limits: token.model_limits_enabled ? token.model_limits : '',
    count: 1,
  }
}

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The name with a random suffix, since several tokens are created with it. */
function suffixed(name: string): string {
  const random = [...crypto.getRandomValues(new Uint8Array(SUFFIX_LENGTH))].map((byte) => letters[byte % letters.length]).join('')
  return `${name.trim().slice(0, TOKEN_NAME_MAX - SUFFIX_LENGTH - 1)}-${random}`
}

/** How many of several tokens are made. */
interface TokenProgress {
  readonly done: number
  readonly total: number
}

/**
 * Makes the tokens of a form, or changes the one that it shows.
 * @param shownQuota the form's initial value: an unchanged quota is not sent, because calls go on while the form is open
 * @param onMade called with the new ones, also when some could not be created
 */
function useSaveToken(token: Token | undefined, shownQuota: number | undefined, onMade: (made: readonly MadeToken[]) => void) {
  const t = useText()
  const { createQuietly, change, refresh } = useTokenCalls()
  const [progress, setProgress] = useState<TokenProgress>()

  const create = async ({ count = 1, ...draft }: TokenFormValues) => {
    const made: MadeToken[] = []
    const limits = listItems(draft.model_limits ?? '')
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
  const save = async (values: TokenFormValues) => {
    const limited = { ...values, model_limits_enabled: (values.model_limits ?? '') !== '' }
    if (!token) return create(limited)
    const { count: _count, remain_quota, ...fields } = limited
    await change(token.id, {
      ...fields,
      ...(remain_quota === shownQuota ? {} : { remain_quota, quota_seen: shownQuota ?? token.quota_seen }),
    })
  }
  return { save, progress }
}

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
        <ModelsField name="model_limits" label={t('token.models')} hint={t('token.modelsHint')} known={models.data} makerOf={shownMaker} />
        <MapField
          name="model_aliases"
          label={t('token.aliases')}
          hint={t('token.aliasesHint')}
          keyLabel={t('token.aliasFrom')}
          valueLabel={t('token.aliasTo')}
          keyPlaceholder="claude-haiku-4-5"
          valuePlaceholder="gpt-5-mini"
          isWide
        />
        <IpLinesField name="allow_ips" label={t('token.ips')} />
        <SwitchField name="rate_limit_enabled" label={t('token.rate')} isWide />
        <RateFields />
      </FormSection>
    </FormDrawer>
  )
}

/** Name, label, group, how long, and how many of it. */
function Basics({ isNew }: { readonly isNew: boolean }) {
  const t = useText()
  const labels = useTokenLabels().map(({ label }) => label)
  return (
    <FormSection title={t('token.basics')}>
      <TextField name="name" label={t('token.name')} isRequired hasFocus={isNew} />
      <TextField name="label" label={t('token.label')} hint={t('token.labelHint')} suggestions={labels} />
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

/** Addresses and networks, one per line. */
export function IpLinesField(props: FieldProps) {
  const t = useText()
  return <TextField {...props} hint={props.hint ?? t('form.ipHint')} placeholder="203.0.113.0/24" rows={3} isMono />
}
