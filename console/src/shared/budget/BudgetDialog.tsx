import { type Budget, type BudgetDraft, budgetPeriods } from '@waystation/contract/money/budget'
import { z } from 'zod'
import { useLanguage, useText } from '~/i18n'
import {
  Button,
  confirm,
  Dialog,
  Form,
  FormFailure,
  QuotaField,
  SelectField,
  ShareBar,
  SubmitButton,
  timeText,
  useQuotaFormat,
} from '~/ui/kit'
import { zoneChoices } from '~/ui/zone-choices'
import './budget.css'

export interface BudgetDialogProps {
  readonly title: string
  /** Null: there is none yet. */
  readonly budget: Budget | null
  /** A failure is shown in the dialog, so the call must be quiet. */
  readonly onSave: (draft: BudgetDraft) => Promise<unknown>
  readonly onRemove: () => Promise<unknown>
  readonly onClose: () => void
}

const BudgetForm = z.object({ period: z.enum(budgetPeriods), zone: z.string(), limit: z.number(), soft_limit: z.number() })

/** Sets what may be spent in a day, a week or a month, or takes the limit away. */
export function BudgetDialog({ title, budget, onSave, onRemove, onClose }: BudgetDialogProps) {
  const t = useText()
  const check = ({ limit, soft_limit }: { limit?: number | undefined; soft_limit?: number | undefined }): Record<string, string> => {
    if (!limit || limit <= 0) return { limit: t('budget.limitPositive') }
    return (soft_limit ?? 0) > limit ? { soft_limit: t('budget.softAbove') } : {}
  }
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Dialog isOpen onClose={onClose} title={title} width={460}>
      <Form
        schema={BudgetForm}
        initial={{
          ...{ period: budget?.period ?? 'month', zone: budget?.zone ?? own },
          ...{ limit: budget?.limit ?? 5_000_000, soft_limit: budget?.soft_limit ?? 0 },
        }}
        check={check}
        onSubmit={async (draft) => {
          await onSave(draft)
          onClose()
        }}
      >
        <p className="text2">{t('budget.text')}</p>
        <FormFailure />
        {budget && <BudgetBar budget={budget} />}
        <SelectField
          name="period"
          label={t('budget.period')}
          choices={budgetPeriods.map((value) => ({ value, label: t(`budget.periods.${value}`) }))}
        />
        <QuotaField name="limit" label={t('budget.limit')} presetsInDollars={[1, 5, 10, 50, 100]} />
        <QuotaField name="soft_limit" label={t('budget.soft')} hint={t('budget.softHint')} />
        <SelectField
          name="zone"
          label={t('budget.zone')}
          hint={budget ? t('budget.anew') : t('budget.zoneHint')}
          choices={zoneChoices(budget?.zone ?? own)}
          isSearchable
        />
        <div className="budget-foot">
          {budget && <Remove onRemove={onRemove} onClose={onClose} />}
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <SubmitButton>{t('budget.save')}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}

function Remove({ onRemove, onClose }: Pick<BudgetDialogProps, 'onRemove' | 'onClose'>) {
  const t = useText()
  const ask = async () => {
    const isSure = await confirm({
      title: t('budget.confirmRemove'),
      text: t('budget.confirmRemoveText'),
      yes: t('budget.remove'),
      isDanger: true,
    })
    if (!isSure) return
    await onRemove()
    onClose()
  }
  return (
    <Button kind="danger" onClick={() => void ask()}>
      {t('budget.remove')}
    </Button>
  )
}

export interface BudgetBarProps {
  readonly budget: Pick<Budget, 'spent' | 'limit' | 'renews_at'>
  /** Without the words below it. */
  readonly isBrief?: boolean
}

/** What of a budget is spent, and when it renews. */
export function BudgetBar({ budget: { spent, limit, renews_at }, isBrief = false }: BudgetBarProps) {
  const t = useText()
  const format = useQuotaFormat()
  const language = useLanguage()
  const label = t('budget.now', { spent: format(spent), limit: format(limit) })
  const renews = t('budget.renews', { time: timeText(renews_at, 'short', language) })
  if (isBrief) return <ShareBar share={spent / limit} label={`${label} · ${renews}`} />
  return (
    <div className="budget-bar">
      <ShareBar share={spent / limit} label={label} isWide />
      <div className="budget-line">
        <span>{label}</span>
        <span className="text3">{renews}</span>
      </div>
    </div>
  )
}
