import * as declared from '@waystation/contract/api/money/redemption'
import type { Redemption } from '@waystation/contract/money/redemption'
import type { RedemptionService } from '../../domain/redemption/redemption-service.ts'
import { paged } from '../http/paged.ts'
import { type Route, route } from '../http/route.ts'

/** A code in the audit log: it is money, so its text is left out. */
const audited = ({ key: _key, ...shown }: Redemption) => shown

export const redemptionRoutes = ({ redemptions }: { readonly redemptions: RedemptionService }): Route[] => {
  return [
    route(declared.listRedemptions, ({ query }) => paged(query, (page) => redemptions.list({ keyword: '', state: query.state }, page))),
    route(declared.searchRedemptions, ({ query }) => paged(query, (page) => redemptions.list(query, page))),
    route(declared.summarizeRedemptions, () => redemptions.summary()),
    route(declared.countRedemptions, ({ query }) => redemptions.countNamed(query.name)),
    route(declared.getRedemption, ({ params }) => redemptions.get(params.id)),
    route(declared.createRedemptions, async ({ caller, body, audit }) => {
      const { key, ...shown } = body
      const codes = await redemptions.create(caller, body)
      audit({ target: body.name, after: { ...shown, count: codes.length, is_own_code: key !== '' } })
      return codes
    }),
    route(declared.updateRedemption, async ({ body, audit }) => {
      const { before, after } = 'status' in body ? await redemptions.setStatus(body.id, body.status) : await redemptions.change(body)
      audit({ target: String(body.id), before: audited(before), after: audited(after) })
      return after
    }),
    route(declared.disableRedemptions, async ({ body, audit }) => {
      const disabled = await redemptions.disable(body.ids)
      audit({ after: { ids: body.ids, disabled } })
      return disabled
    }),
    route(declared.deleteDisabledRedemptions, async ({ audit }) => {
      const deleted = await redemptions.removeDisabled()
      audit({ after: { deleted } })
      return deleted
    }),
    route(declared.deleteRedemptionsNamed, async ({ query, audit }) => {
      const deleted = await redemptions.removeNamed(query.name)
      audit({ target: query.name.trim(), after: { deleted } })
      return deleted
    }),
    route(declared.deleteRedemption, async ({ params, audit }) => {
      const before = await redemptions.get(params.id)
      await redemptions.remove(params.id)
      audit({ target: String(params.id), before: audited(before) })
      return null
    }),
  ]
}
