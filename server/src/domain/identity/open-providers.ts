import type { Option } from '@waystation/contract/options/option'
import { optionByKey } from '@waystation/contract/options/registry'
import { openProviders } from '@waystation/contract/options/rules-between'

/** The other sites that people can log in with now. */
export function openProviderNames(options: { get<Value>(option: Option<Value>): Value }): readonly string[] {
  return openProviders((key) => {
    const option = optionByKey(key)
    return option && options.get(option)
  })
}
