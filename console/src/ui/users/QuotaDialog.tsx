import { Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePublicStatus, useQuotaPerUnit } from '../../session/status.ts'
import { Button } from '../Button.tsx'
import { Dialog } from '../Dialog.tsx'
import { QuotaAmount } from './QuotaAmount.tsx'
import { QuotaPreview } from './QuotaPreview.tsx'
import { changeInUnits, type Direction } from './quota-change.ts'
import { useSignedQuota } from './signed-quota.ts'
import '../form/form.css'

export interface QuotaChange {
  /** Quota units: above zero adds, below takes away. */
  readonly units: number
  readonly reason: string
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
  const unitsPerDollar = useQuotaPerUnit()
  const isInCurrency = usePublicStatus()?.display_in_currency ?? true
  const [direction, setDirection] = useState<Direction>('add')
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  const units = changeInUnits(text, direction, isInCurrency ? unitsPerDollar : 1)
  const missing =
    units === undefined
      ? t('kit.quota.noAmount')
      : balance + units < 0
        ? t('kit.quota.belowZero')
        : reason.trim() === ''
          ? t('kit.quota.noReason')
          : undefined
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (missing !== undefined || units === undefined || isBusy) return
    setIsBusy(true)
    await onSave({ units, reason: reason.trim() }).then(onClose, () => undefined)
    setIsBusy(false)
  }
  const act = t(direction === 'add' ? 'kit.quota.addAmount' : 'kit.quota.deductAmount', { amount: signed(Math.abs(units ?? 0)) })

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
          <Button kind={direction === 'add' ? 'primary' : 'danger-filled'} isSubmit form={id} isBusy={isBusy} disabledReason={missing}>
            {units === undefined ? t(direction === 'add' ? 'kit.quota.add' : 'kit.quota.deduct') : act}
          </Button>
        </>
      }
    >
      <form id={id} className="form" onSubmit={(event) => void save(event)}>
        <QuotaAmount
          text={text}
          direction={direction}
          onChange={(next, typed) => {
            setText(next)
            if (typed) setDirection(typed)
          }}
        />
        <QuotaPreview balance={balance} change={units ?? 0} />
        <div className="field">
          <label htmlFor={`${id}-reason`} className="required">
            {t('kit.quota.reason')}
          </label>
          <Input
            id={`${id}-reason`}
            value={reason}
            maxLength={200}
            autoComplete="off"
            aria-required
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setReason(target.value)}
          />
          <div id={`${id}-hint`} className="field-hint">
            {t('kit.quota.reasonHint')}
          </div>
        </div>
      </form>
    </Dialog>
  )
}
