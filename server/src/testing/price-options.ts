import { optionByKey } from '@waystation/contract/options/registry'
import { builtInMap, isPriceOption } from '../domain/pricing/built-in-prices.ts'

/** The text to save so that a price map holds these prices above the built-in ones; the text as it is for every other option. */
export function aboveBuiltIn(key: string, text: string): string {
  const option = optionByKey(key)
  if (!option || !isPriceOption(option)) return text
  const prices: object = JSON.parse(text)
  return JSON.stringify({ ...builtInMap(option), ...prices })
}
