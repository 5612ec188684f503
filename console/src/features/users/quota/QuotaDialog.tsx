import { QUOTA_REASON_MAX } from '@waystation/contract/people/user'
import { type FormEvent, useId } from 'react'
import { useText } from '~/i18n'
import { usePublicStatus, useQuotaPerUnit } from '~/session/status'
import { takesFocus } from '~/ui/dialog/Dialog'
import { BareInput, Button, Dialog, QuickChoices, Segmented, useQuotaFormat } from '~/ui/kit'
import { QuotaPreview, useSignedQuota } from './QuotaPreview.tsx'
import { type Direction, typedChange } from './quota-change.ts'
import { type QuotaChange, useQuotaDraft } from './use-quota-draft.ts'
import '../../../ui/form/form.css'
import './quota-dialog.css'

interface QuotaAmountProps {
  readonly text: string
  readonly direction: Direction
  /** The direction is undefined where none was given. */
  readonly onChange: (text: string, direction: Direction | undefined) => void
}

/** Dollars of the quick amounts. */
const USUAL_DOLLARS = [1, 5, 10, 50, 100]

/** Add or deduct, and how much: dollars, or units where the installation counts in units. */
function QuotaAmount({ text, direction, onChange }: QuotaAmountProps) {
  const t = useText()
  const id = useId()
  const format = useQuotaFormat()
  const unitsPerDollar = useQuotaPerUnit()
  const isInCurrency = usePublicStatus()?.display_in_currency ?? true
  return (
    <div className="field">
      <label htmlFor={id} className="required">
        {t('kit.quota.amount')}
      </label>
      <div className="quota-amount">
        <Segmented
          label={t('kit.quota.direction')}
          value={direction}
          onChange={(next) => onChange(text, next)}
          choices={[
            { value: 'add', label: t('kit.quota.add') },
            { value: 'deduct', label: t('kit.quota.deduct') },
          ]}
        />
        <BareInput
          id={id}
          inputMode="decimal"
          autoComplete="off"
          {...takesFocus}
          prefix={isInCurrency ? '$' : undefined}
          value={text}
          aria-required
          onChange={({ target }) => {
            const typed = typedChange(target.value)
            onChange(typed.text, typed.direction)
          }}
        />
      </div>
      <QuickChoices
        choices={USUAL_DOLLARS.map((dollars) => {
          const amount = isInCurrency ? dollars : dollars * unitsPerDollar
          return {
            label: isInCurrency ? `$${dollars}` : format(amount),
            isChosen: Number(text) === amount,
            choose: () => onChange(String(amount), undefined),
          }
        })}
      />
    </div>
  )
}

export interface QuotaDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** "#27 m.hartmann". */
  readonly who: string
  /** Now, in quota units. */
  readonly balance: number
  /** Saves; the dialog stays busy and open until it is done. A rejection leaves it open. */
  readonly onSave: (change: QuotaChange) => Promise<unknown>
}

/** Adds to a balance or takes from it, with what it will be afterwards and a reason. */
export function QuotaDialog(props: QuotaDialogProps) {
  // Each opening is a new form: nothing typed for one user may reach another.
  return props.isOpen ? <OpenDialog key={props.who} {...props} /> : null
}

function OpenDialog({ who, balance, onClose, onSave }: QuotaDialogProps) {
  const t = useText()
  const id = useId()
  const signed = useSignedQuota()
  const draft = useQuotaDraft(balance, onSave, onClose)
  const { direction, units } = draft
  const isAdding = direction === 'add'
  const label =
    units === undefined
      ? t(isAdding ? 'kit.quota.add' : 'kit.quota.deduct')
      : t(isAdding ? 'kit.quota.addAmount' : 'kit.quota.deductAmount', { amount: signed(Math.abs(units)) })
  const save = (event: FormEvent) => {
    event.preventDefault()
    void draft.save()
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('kit.quota.title')}
      subtitle={who}
      width={452}
      buttons={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind={isAdding ? 'primary' : 'danger-filled'} isSubmit form={id} isBusy={draft.isBusy} disabledReason={draft.missing}>
            {label}
          </Button>
        </>
      }
    >
      <form id={id} className="form" onSubmit={save}>
        <QuotaAmount text={draft.text} direction={direction} onChange={draft.setAmount} />
        <QuotaPreview balance={balance} change={units ?? 0} />
        <Reason id={`${id}-reason`} value={draft.reason} onChange={draft.setReason} />
      </form>
    </Dialog>
  )
}

interface ReasonProps {
  readonly id: string
  readonly value: string
  readonly onChange: (reason: string) => void
}

function Reason({ id, value, onChange }: ReasonProps) {
  const t = useText()
  return (
    <div className="field">
      <label htmlFor={id} className="required">
        {t('kit.quota.reason')}
      </label>
      <BareInput
        id={id}
        value={value}
        maxLength={QUOTA_REASON_MAX}
        autoComplete="off"
        aria-required
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      />
      <div id={`${id}-hint`} className="field-hint">
        {t('kit.quota.reasonHint')}
      </div>
    </div>
  )
}
