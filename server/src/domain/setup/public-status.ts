// What everybody may know, made from the options that say under which name they are public. Source: server-behaviour 10.1.

import type { getStatus } from '@waystation/contract/api/setup'
import type { CallData } from '@waystation/contract/endpoint'
import type { Option } from '@waystation/contract/options/option'
import { epayId, epayKey, payAddress } from '@waystation/contract/options/payment'
import { options as allOptions } from '@waystation/contract/options/registry'

export interface StatusFacts {
  readonly version: string
  /** Unix seconds. */
  readonly startTime: number
  readonly isSetUp: boolean
}

export type PublicStatus = CallData<typeof getStatus>

/** The public status. A switch whose feature does not work yet is told as off: nothing may be offered that is not there (D8). */
export function publicStatus(options: { get<Value>(option: Option<Value>): Value }, facts: StatusFacts): PublicStatus {
  const told = allOptions
    .filter((option) => option.status !== undefined)
    .map((option) => [option.status, option.type.kind === 'flag' && !option.isReady ? false : options.get(option)])
  const hasPayment = [payAddress, epayId, epayKey].every((option) => option.isReady && options.get(option) !== '')
  // Sound as far as the options' statuses are the fields of PublicStatus; a test reads the answer with the schema.
  return {
    ...Object.fromEntries(told),
    version: facts.version,
    start_time: facts.startTime,
    setup: facts.isSetUp,
    chat_link: '',
    enable_online_topup: hasPayment,
  } as PublicStatus
}
