import { useText } from '~/i18n'
import { askText, confirm, IconButton, Menu, MoreIcon, TrashIcon, toast } from '~/ui/kit'
import { useCouponCalls } from './coupon-queries.ts'

/** What concerns many codes without choosing them: those of a name, and those that are disabled. */
export function CouponHeadActions() {
  const t = useText()
  const deleteNamed = useDeleteNamed()
  const deleteDisabled = useDeleteDisabled()
  // A failure is shown by the query client.
  const quietly = (run: () => Promise<void>) => () => void run().catch(() => undefined)
  return (
    <Menu
      items={[
        { key: 'named', icon: <TrashIcon />, label: t('coupon.deleteNamed'), isDanger: true, run: quietly(deleteNamed) },
        { key: 'disabled', icon: <TrashIcon />, label: t('coupon.deleteDisabled'), isDanger: true, run: quietly(deleteDisabled) },
      ]}
    >
      <IconButton label={t('action.more')} icon={<MoreIcon />} isBordered />
    </Menu>
  )
}

/** Asks for a name, says how many codes have it, and deletes them when that is what is wanted. */
function useDeleteNamed() {
  const t = useText()
  const { countNamed, removeNamed } = useCouponCalls()
  return async () => {
    const name = await askText({
      title: t('coupon.deleteNamed'),
      label: t('coupon.name'),
      hint: t('coupon.deleteNamedHint'),
      yes: t('coupon.findNamed'),
      check: (typed) => (typed === '' ? t('coupon.nameNeeded') : undefined),
    })
    if (name === undefined) return
    const count = await countNamed(name)
    if (count === 0) {
      toast.warn(t('coupon.noneNamed', { name }))
      return
    }
    const isMeant = await confirm({
      title: t('coupon.confirmDeleteNamed', { count, name }),
      text: t('coupon.confirmDeleteText'),
      yes: t('coupon.deleteMany'),
      isDanger: true,
    })
    if (isMeant) toast.done(t('coupon.deletedMany', { count: await removeNamed(name) }))
  }
}

function useDeleteDisabled() {
  const t = useText()
  const { removeDisabled } = useCouponCalls()
  return async () => {
    const isMeant = await confirm({
      title: t('coupon.confirmDeleteDisabled'),
      text: t('coupon.confirmDeleteText'),
      yes: t('coupon.deleteMany'),
      isDanger: true,
    })
    if (isMeant) toast.done(t('coupon.deletedMany', { count: await removeDisabled() }))
  }
}
