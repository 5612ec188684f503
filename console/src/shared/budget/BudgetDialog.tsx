import {
  type Budget,
  type BudgetDraft,
  type BudgetName,
  budgetPeriods,
  budgetUnits,
  isRenewing,
  MAX_BUDGETS,
  unitsOf,
} from '@waystation/contract/money/budget'
import { useState } from 'react'
import { z } from 'zod'
import { useText } from '~/i18n'
import { Button, confirm, Dialog, Form, FormFailure, NumberField, QuotaField, SelectField, SubmitButton, useFormValue } from '~/ui/kit'
import { zoneChoices } from '~/ui/zone-choices'
import { BudgetBar, useBudgetName } from './BudgetBar.tsx'

export interface BudgetDialogProps {
  readonly title: string
  readonly budgets: readonly Budget[]
  /** A failure is shown in the dialog, so the call must be quiet. */
  readonly onSave: (draft: BudgetDraft) => Promise<unknown>
  readonly onRemove: (name: BudgetName) => Promise<unknown>
  readonly onClose: () => void
}

/** Sets what may be used of money, tokens or calls over time and at once, or takes a limit away. */
export function BudgetDialog({ title, budgets, onSave, onRemove, onClose }: BudgetDialogProps) {
  const t = useText()
  const [shown, setShown] = useState<BudgetName | 'new' | undefined>(budgets.length === 0 ? 'new' : undefined)
  const edited = shown !== 'new' && shown ? budgets.find((budget) => isSame(budget, shown)) : undefined
  return (
    <Dialog isOpen onClose={onClose} title={title} width={480}>
      <p className="text2 budget-note">{t('budget.text')}</p>
      {shown === undefined || (shown !== 'new' && !edited) ? (
        <>
          {budgets.map((budget) => (
            <BudgetRow key={keyOf(budget)} budget={budget} onEdit={() => setShown(budget)} onRemove={onRemove} />
          ))}
          <div className="budget-foot">
            <Button onClick={onClose}>{t('action.close')}</Button>
            <Button onClick={() => setShown('new')} isDisabled={budgets.length >= MAX_BUDGETS}>
              {t('budget.add')}
            </Button>
          </div>
        </>
      ) : (
        <BudgetForm
          budget={edited}
          taken={budgets.filter((one) => one !== edited)}
          onSave={async (draft) => {
            await onSave(draft)
            setShown(undefined)
          }}
          onBack={budgets.length === 0 ? onClose : () => setShown(undefined)}
        />
      )}
    </Dialog>
  )
}

const keyOf = ({ unit, period }: BudgetName) => `${unit}:${period}` as const
const isSame = (one: BudgetName, other: BudgetName) => keyOf(one) === keyOf(other)

/** All that can be limited, money first. */
const names: readonly BudgetName[] = budgetUnits.flatMap((unit) =>
  budgetPeriods.filter((period) => unitsOf(period).includes(unit)).map((period) => ({ unit, period })),
)

interface BudgetRowProps {
  readonly budget: Budget
  readonly onEdit: () => void
  readonly onRemove: BudgetDialogProps['onRemove']
}

function BudgetRow({ budget, onEdit, onRemove }: BudgetRowProps) {
  const t = useText()
  const nameOf = useBudgetName()
  const remove = async () => {
    const isSure = await confirm({
      title: t('budget.confirmRemove'),
      text: t('budget.confirmRemoveText'),
      yes: t('budget.remove'),
      isDanger: true,
    })
    const { unit, period } = budget
    if (isSure) await onRemove({ unit, period })
  }
  return (
    <section className="budget-row">
      <div className="budget-row-head">
        <strong>{nameOf(budget)}</strong>
        <span className="budget-row-actions">
          <Button size="small" onClick={onEdit}>
            {t('budget.change')}
          </Button>
          <Button size="small" kind="danger" onClick={() => void remove()}>
            {t('budget.remove')}
          </Button>
        </span>
      </div>
      <BudgetBar budget={budget} isNamed />
    </section>
  )
}

const BudgetValues = z.object({ name: z.string(), zone: z.string(), quota: z.number(), count: z.number(), soft_limit: z.number() })

interface BudgetFormProps {
  /** Undefined: a new one. */
  readonly budget: Budget | undefined
  readonly taken: readonly Budget[]
  readonly onSave: (draft: BudgetDraft) => Promise<unknown>
  readonly onBack: () => void
}

function BudgetForm({ budget, taken, onSave, onBack }: BudgetFormProps) {
  const t = useText()
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const free = names.filter((name) => !taken.some((one) => isSame(one, name)))
  const isMoney = (name: string | undefined) => name?.startsWith('money') === true
  const initial = {
    ...{
      name: keyOf(
        budget ?? free.find(({ unit, period }) => unit === 'money' && period === 'month') ?? free[0] ?? { unit: 'money', period: 'month' },
      ),
      zone: budget?.zone ?? own,
    },
    ...{ quota: budget?.unit === 'money' ? budget.limit : 5_000_000, count: budget && budget.unit !== 'money' ? budget.limit : 1000 },
    soft_limit: budget?.soft_limit ?? 0,
  }
  const check = (typed: Partial<z.infer<typeof BudgetValues>>): Record<string, string> => {
    const field = isMoney(typed.name) ? 'quota' : 'count'
    const limit = typed[field]
    if (!limit || limit <= 0) return { [field]: t('budget.limitPositive') }
    return isMoney(typed.name) && (typed.soft_limit ?? 0) > limit ? { soft_limit: t('budget.softAbove') } : {}
  }
  const draftOf = ({ name, zone, quota, count, soft_limit }: z.infer<typeof BudgetValues>): BudgetDraft => {
    const { unit, period } = names.find((one) => keyOf(one) === name) ?? { unit: 'money', period: 'month' }
    return unit === 'money' ? { unit, period, zone, limit: quota, soft_limit } : { unit, period, zone, limit: count, soft_limit: 0 }
  }
  return (
    <Form schema={BudgetValues} initial={initial} check={check} onSubmit={(values) => onSave(draftOf(values))}>
      <FormFailure />
      {budget && <BudgetBar budget={budget} isNamed />}
      <BudgetFields free={free} budget={budget} />
      <div className="budget-foot">
        <Button onClick={onBack}>{t('action.cancel')}</Button>
        <SubmitButton>{t('budget.save')}</SubmitButton>
      </div>
    </Form>
  )
}

function BudgetFields({ free, budget }: { readonly free: readonly BudgetName[]; readonly budget: Budget | undefined }) {
  const t = useText()
  const nameOf = useBudgetName()
  const selected = useFormValue<string>('name')
  const zone = useFormValue<string>('zone')
  const { unit, period } = names.find((one) => keyOf(one) === selected) ?? { unit: 'money', period: 'month' }
  const isOfCalendar = isRenewing(period) && period !== '5h'
  return (
    <>
      <SelectField
        name="name"
        label={t('budget.period')}
        isReadOnly={budget !== undefined}
        choices={free.map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
      />
      {unit === 'money' ? (
        <>
          <QuotaField name="quota" label={t('budget.limit')} presetsInDollars={[1, 5, 10, 50, 100]} />
          <QuotaField name="soft_limit" label={t('budget.soft')} hint={t('budget.softHint')} />
        </>
      ) : (
        <NumberField name="count" label={t(`budget.mostOf.${unit}`)} hint={hintOf(unit, period, t)} min={1} />
      )}
      {isOfCalendar && (
        <SelectField
          name="zone"
          label={t('budget.zone')}
          hint={budget ? t('budget.anew') : t('budget.zoneHint')}
          choices={zoneChoices(zone)}
          isSearchable
        />
      )}
    </>
  )
}

/** What needs to be known of a limit that is no money. */
function hintOf(unit: BudgetName['unit'], period: BudgetName['period'], t: ReturnType<typeof useText>): string {
  if (period === '5h') return t('budget.fiveHoursHint')
  return unit === 'tokens' ? t('budget.tokensHint') : period === 'minute' ? t('budget.callsHint') : ''
}
