import type { ListedRedemption } from '@waystation/contract/money/redemption'
import { redemptionStatus } from '@waystation/contract/site/status-table'
import { useText } from '~/i18n'
import { firstNames } from '~/shared/first-names'
import { type Action, CopyIcon, copyOrShow, EditIcon, EyeIcon, PowerIcon, runWork, toast } from '~/ui/kit'
import { useCouponCalls } from './coupon-queries.ts'
import { isFinal, isFrozen } from './coupon-state.ts'

type Code = ListedRedemption

/** What can be done to one code. The first action depends on its state: enable a disabled one, edit, or view what is frozen. */
export function useCouponActions(open: (code: Code) => void): (code: Code) => readonly Action[] {
  const t = useText()
  const { enable, enableQuietly, disable, disableQuietly, remove, refresh } = useCouponCalls()
  const disableOne = async ({ id, name }: Code) => {
    await disable(id)
    toast.undo(t('coupon.disabledOne', { name }), async () => {
      await enableQuietly(id)
      await refresh()
    })
  }
  const enableOne = async ({ id, name }: Code) => {
    await enable(id)
    toast.undo(t('coupon.enabledOne', { name }), async () => {
      await disableQuietly(id)
      await refresh()
    })
  }
  return (code) => {
    const isDisabled = code.status === redemptionStatus.disabled
    const power = isDisabled
      ? { label: t('action.enable'), run: () => enableOne(code) }
      : {
          label: t('action.disable'),
          disabledReason: isFinal(code) ? t('coupon.usedFinal') : undefined,
          run: () => disableOne(code),
        }
    const show = { run: () => open(code), label: t(isFrozen(code) ? 'coupon.view' : 'action.edit') }
    const icon = isFrozen(code) ? <EyeIcon /> : <EditIcon />
    return [
      // Only the first one stands in the row, the others under "more".
      ...(isDisabled ? [{ ...power, icon: <PowerIcon /> }, show] : [{ ...show, icon }, power]),
      { label: t('coupon.copyCode'), run: () => copyOrShow(code.key) },
      {
        label: t('action.delete'),
        danger: true,
        confirm: { title: t('coupon.confirmDelete', { name: code.name }), text: t('coupon.confirmDeleteText') },
        run: () => remove(code.id),
      },
    ]
  }
}

/** What can be done to the chosen codes. */
export function useCouponBulk(): (codes: readonly Code[], clear: () => void) => readonly Action[] {
  const t = useText()
  const { disableMany, enableQuietly, removeQuietly, refresh } = useCouponCalls()
  const disable = async (usable: readonly Code[], clear: () => void) => {
    const count = await disableMany(usable.map(({ id }) => id))
    clear()
    toast.undo(t('coupon.disabledMany', { count }), async () => {
      for (const { id } of usable) await enableQuietly(id)
      await refresh()
    })
  }
  const remove = async (codes: readonly Code[], clear: () => void) => {
    clear()
    await runWork({ name: 'coupons', label: t('coupon.deleteMany'), items: codes, one: ({ id }) => removeQuietly(id) })
    await refresh()
  }
  return (codes, clear) => {
    const usable = codes.filter(({ status }) => status === redemptionStatus.unused)
    return [
      {
        label: t('coupon.copyCode'),
        icon: <CopyIcon />,
        run: () => copyOrShow(codes.map(({ key }) => key).join('\n')),
      },
      {
        label: t('action.disable'),
        disabledReason: usable.length === 0 ? t('coupon.noneUsable') : undefined,
        confirm: { title: t('coupon.confirmDisableMany', { count: usable.length }), text: names(usable) },
        run: () => disable(usable, clear),
      },
      {
        label: t('action.delete'),
        danger: true,
        confirm: {
          title: t('coupon.confirmDeleteMany', { count: codes.length }),
          text: t('coupon.confirmDeleteManyText', { names: names(codes) }),
        },
        run: () => remove(codes, clear),
      },
    ]
  }
}

/** The first few by name, each name once: codes that were made together have the same. */
const names = (codes: readonly Code[]): string => firstNames([...new Set(codes.map(({ name }) => name))])
