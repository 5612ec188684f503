import type { Option } from '@waystation/contract/options/option'
import type { SiteAddresses } from './addresses.ts'
import type { Ask } from './ask.ts'
import type { OnTrouble } from './refusals.ts'

/** What every site is asked with. */
export interface SiteParts {
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly addresses: SiteAddresses
  readonly ask: Ask
  readonly onTrouble: OnTrouble
  /** Unix milliseconds. */
  readonly now: () => number
}
