import type { Option } from '@waystation/contract/options/option'
import type { Provider } from '../providers/provider.ts'
import type { Gateway } from './gateway.ts'

const none: Readonly<Record<string, unknown>> = Object.freeze({})

/** The values of the options that a provider named, by its own names: it knows no options itself (house 1.5). */
export function settingsOf(provider: Provider, options: Gateway['options']): Readonly<Record<string, unknown>> {
  if (!provider.options) return none
  return Object.fromEntries(
    Object.entries(provider.options).map(([name, option]: [string, Option<unknown>]) => [name, options.get(option)]),
  )
}
