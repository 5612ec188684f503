import { useState } from 'react'
import { useText } from '~/i18n'
import { usePublicStatus, useQuotaPerUnit } from '~/session/status'
import { changeInUnits, type Direction } from './quota-change.ts'

export interface QuotaChange {
  /** Quota units: above zero adds, below takes away. */
  readonly units: number
  readonly reason: string
}

/**
 * A change of a balance while it is typed: `missing` is the reason why it cannot be saved yet.
 * @param balance now, in quota units
 * @param onSave a rejection leaves the draft as it is
 */
export function useQuotaDraft(balance: number, onSave: (change: QuotaChange) => Promise<unknown>, onSaved: () => void) {
  const t = useText()
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
      : units < 0 && balance + units < 0
        ? t('kit.quota.belowZero')
        : reason.trim() === ''
          ? t('kit.quota.noReason')
          : undefined
  const save = async () => {
    if (missing !== undefined || units === undefined || isBusy) return
    setIsBusy(true)
    await onSave({ units, reason: reason.trim() }).then(onSaved, () => undefined)
    setIsBusy(false)
  }
  /** @param typed the direction, where it was typed or chosen with the amount */
  const setAmount = (next: string, typed?: Direction) => {
    setText(next)
    if (typed) setDirection(typed)
  }
  return { direction, text, reason, units, missing, isBusy, setAmount, setReason, save }
}
