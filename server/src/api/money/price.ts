import { getPriceVersion, listPriceVersions, returnToPriceVersion, updatePrices } from '@waystation/contract/api/money/price'
import type { OptionService } from '../../domain/option/option-service.ts'
import type { PriceVersions } from '../../domain/pricing/versions/price-versions.ts'
import { paged } from '../http/paged.ts'
import { type Route, route } from '../http/route.ts'

export interface PriceRouteParts {
  readonly options: OptionService
  readonly priceVersions: PriceVersions
}

export const priceRoutes = ({ options, priceVersions }: PriceRouteParts): Route[] => [
  route(updatePrices, async ({ caller, body, audit }) => {
    const before = options.pricedTexts()
    const version = await priceVersions.change(body.changes, { id: caller.id, role: caller.role, note: body.note }, body.based_on)
    audit({ target: String(version), ...differing(before, options.pricedTexts()) })
    return { version }
  }),
  route(listPriceVersions, ({ query }) => paged(query, (page) => priceVersions.list(page))),
  route(getPriceVersion, ({ params }) => priceVersions.record(params.id)),
  route(returnToPriceVersion, async ({ caller, params, body, audit }) => {
    const before = options.pricedTexts()
    const version = await priceVersions.returnTo(params.id, { id: caller.id, role: caller.role, note: body.note })
    audit({ target: String(version), ...differing(before, options.pricedTexts()) })
    return { version }
  }),
]

type Texts = Readonly<Record<string, string>>

function differing(before: Texts, after: Texts): { before: Texts; after: Texts } {
  const only = (texts: Texts) => Object.fromEntries(Object.entries(texts).filter(([key]) => before[key] !== after[key]))
  return { before: only(before), after: only(after) }
}
