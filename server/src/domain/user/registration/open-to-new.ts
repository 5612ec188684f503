import { AppError } from '@waystation/contract/errors'
import { registerEnabled } from '@waystation/contract/options/login'
import { demoSiteEnabled, selfUseModeEnabled } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'

/** May anybody open an account here, by whatever method? @throws AppError demo_site or register_disabled */
export function assertOpenToNew(options: { get<Value>(option: Option<Value>): Value }): void {
  if (options.get(demoSiteEnabled)) throw new AppError('demo_site')
  if (!options.get(registerEnabled) || options.get(selfUseModeEnabled)) throw new AppError('register_disabled')
}
