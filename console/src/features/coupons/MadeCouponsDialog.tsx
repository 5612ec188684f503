import type { RedemptionDraft } from '@waystation/contract/redemption'
import type { z } from 'zod'
import { useText } from '~/i18n'
import { CodesDialog, QuotaText } from '~/ui/kit'
import { Validity } from './coupon-cells.tsx'

/** Codes just made, and what they are. */
export interface MadeCoupons {
  readonly draft: z.input<typeof RedemptionDraft>
  /** Of each, in quota units. */
  readonly quota: number
  readonly codes: readonly string[]
}

/** The texts of new codes, to be taken along. */
export function MadeCouponsDialog({ made, onClose }: { readonly made: MadeCoupons | undefined; readonly onClose: () => void }) {
  const t = useText()
  const { name = '', is_gift = false, valid_from = 0, valid_until = 0 } = made?.draft ?? {}
  const quota = made?.quota ?? 0
  const codes = made?.codes ?? []
  return (
    <CodesDialog
      isOpen={made !== undefined}
      onClose={onClose}
      title={t('coupon.madeTitle', { count: codes.length })}
      facts={[
        { label: t('coupon.name'), value: name },
        { label: t('coupon.each'), value: <QuotaText value={quota} /> },
        { label: t('coupon.kind'), value: t(is_gift ? 'coupon.gift' : 'coupon.single') },
        { label: t('coupon.validity'), value: <Validity from={valid_from} until={valid_until} /> },
        { label: t('coupon.total'), value: <QuotaText value={quota * codes.length} /> },
      ]}
      codes={codes.map((code) => ({ name, code }))}
      fileName={name}
      note={t('coupon.madeNote')}
    />
  )
}
