import { filmSaleOf } from '../models/film-sales.ts'
import type { ModelTraits } from '../models/traits.ts'
import type { PricingEntry } from './pricing.ts'

/** What a price per call of this model is for, where that is not the call, and of films what other resolutions cost. */
export function perCallUnit(model: string, { work }: Pick<ModelTraits, 'work'>): Pick<PricingEntry, 'price_unit' | 'film_price'> {
  if (work !== 'film') return work === 'image' ? { price_unit: 'image' } : {}
  const { unit, resolution, factors } = filmSaleOf(model)
  const price_unit = unit === 'film' ? 'video' : 'second'
  if (!factors) return { price_unit }
  const numbers = Object.entries(factors).map(([name, factor]) => [name, Number(factor)] as const)
  return { price_unit, film_price: { resolution, factors: Object.fromEntries(numbers) } }
}
