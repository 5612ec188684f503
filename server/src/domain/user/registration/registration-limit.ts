// How many accounts a network may open in a day (decision D63): one address of IPv6 has sixty-five thousand neighbours that are its own.
import { AppError } from '@waystation/contract/errors'
import { registrationsPerNetwork } from '@waystation/contract/options/login'
import type { Option } from '@waystation/contract/options/option'
import { isPrivateAddress } from '../../../lib/net/client-ip.ts'
import { registrationRules } from '../../throttle/rules.ts'
import type { Throttle } from '../../throttle/throttle.ts'

export interface RegistrationLimitParts {
  readonly throttle: Pick<Throttle, 'take'>
  readonly options: { get<Value>(option: Option<Value>): Value }
}

const HOUR_SECONDS = 3600

/**
 * Opens an account, if the caller's network has not opened too many today. Private addresses are not counted: behind them may be everybody.
 * @throws AppError register_limit, and what `open` throws, which then does not count
 */
export async function countedRegistration<Account>(
  { throttle, options }: RegistrationLimitParts,
  ip: string,
  open: () => Promise<Account>,
): Promise<Account> {
  const limit = options.get(registrationsPerNetwork)
  if (limit === 0 || isPrivateAddress(ip)) return open()
  const attempt = await throttle.take(registrationRules(ip, limit))
  if ('retrySeconds' in attempt) throw new AppError('register_limit', { hours: Math.ceil(attempt.retrySeconds / HOUR_SECONDS) })
  try {
    return await open()
  } catch (error) {
    // What is given back here is a place for an account that was not opened.
    await attempt.succeeded()
    throw error
  }
}
