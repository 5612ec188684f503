// Lists of ratios: JSON objects of model to number, one file for the ratios of input and one for those of output. Source: specification §7.

import { isModelName, listedNumber, type PriceListing, roundedNumber } from './price-listing.ts'
import { completionRatioKey, MAX_RATIO_PLACES, modelRatioKey } from './ratio-keys.ts'

export interface RatioFiles {
  readonly prompt?: Readonly<Record<string, unknown>>
  readonly completion?: Readonly<Record<string, unknown>>
}

/** Both files of a list as one. */
export function readRatioLists({ prompt = {}, completion = {} }: RatioFiles): PriceListing {
  const models = new Map<string, [key: string, value: number][]>()
  let unreadable = 0
  for (const [key, file] of [
    [modelRatioKey, prompt],
    [completionRatioKey, completion],
  ] as const) {
    for (const [model, value] of Object.entries(file)) {
      const number = isModelName(model) ? listedNumber(value) : undefined
      if (number) models.set(model, [...(models.get(model) ?? []), [key, roundedNumber(number, MAX_RATIO_PLACES)]])
      else unreadable += 1
    }
  }
  return { models: [...models].map(([model, prices]) => ({ model, prices })), unreadable }
}
