import {
  countRedemptions,
  createRedemptions,
  deleteDisabledRedemptions,
  deleteRedemption,
  deleteRedemptionsNamed,
  disableRedemptions,
  getRedemption,
  listRedemptions,
  searchRedemptions,
  summarizeRedemptions,
  updateRedemption,
} from '@waystation/contract/api/money/redemption'
import type { RedemptionDraft, RedemptionPatch } from '@waystation/contract/money/redemption'
import { redemptionStatus } from '@waystation/contract/site/status-table'
import type { z } from 'zod'
import { call } from '~/api/call'
import { list } from '~/api/list'
import { useCall } from '~/api/use-call'
import { useRefresh } from '~/api/use-refresh'

/** All codes, newest first; a search looks at the beginning of the name, or at the id. */
export const couponList = list(listRedemptions, {
  first: 1,
  search: { endpoint: searchRedemptions, when: ['keyword'], isPaged: true },
})

/** As many as the server disables in one call. */
const DISABLE_MAX = 1000
/** What a change of codes makes out of date. */
const shown = [listRedemptions, summarizeRedemptions, getRedemption]

/** What can be done to redemption codes; what the screen shows of them loads again afterwards. The quiet ones are for forms and undo. */
export function useCouponCalls() {
  const refresh = useRefresh()
  const create = useCall(createRedemptions, { refreshes: shown, isQuiet: true })
  const change = useCall(updateRedemption, { refreshes: shown, done: 'coupon.savedToast', isQuiet: true })
  const setStatus = useCall(updateRedemption, { refreshes: shown })
  const disableMany = useCall(disableRedemptions, { refreshes: shown })
  const remove = useCall(deleteRedemption, { refreshes: shown, done: 'coupon.deletedToast' })
  const count = useCall(countRedemptions)
  const removeNamed = useCall(deleteRedemptionsNamed, { refreshes: shown })
  const removeDisabled = useCall(deleteDisabledRedemptions, { refreshes: shown })
  return {
    /** The texts of the new codes. */
    create: (draft: z.input<typeof RedemptionDraft>) => create.run({ body: draft }),
    change: (patch: z.input<typeof RedemptionPatch>) => change.run({ body: patch }),
    enable: (id: number) => setStatus.run(statusOf(id, redemptionStatus.unused)),
    disable: (id: number) => setStatus.run(statusOf(id, redemptionStatus.disabled)),
    enableQuietly: (id: number) => call(updateRedemption, statusOf(id, redemptionStatus.unused)),
    disableQuietly: (id: number) => call(updateRedemption, statusOf(id, redemptionStatus.disabled)),
    /** How many could be used before. */
    async disableMany(ids: readonly number[]) {
      let disabled = 0
      for (let at = 0; at < ids.length; at += DISABLE_MAX)
        disabled += await disableMany.run({ body: { ids: ids.slice(at, at + DISABLE_MAX) } })
      return disabled
    },
    remove: (id: number) => remove.run({ params: { id } }),
    removeQuietly: (id: number) => call(deleteRedemption, { params: { id } }),
    countNamed: (name: string) => count.run({ query: { name } }),
    removeNamed: (name: string) => removeNamed.run({ query: { name } }),
    removeDisabled: () => removeDisabled.run(),
    refresh: () => refresh(...shown),
  }
}

function statusOf(id: number, status: number) {
  return { query: { status_only: 'true' }, body: { id, status } }
}
