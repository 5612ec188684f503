// The public status, made from the options that declare a public name. Source: server-behaviour 10.1.

import type { getStatus } from '@waystation/contract/api/setup'
import type { CallData } from '@waystation/contract/channels/endpoint'
import { isUnbuiltSwitch, type Option } from '@waystation/contract/options/option'
import { serverAddress } from '@waystation/contract/options/payment'
import { options as allOptions } from '@waystation/contract/options/registry'
import { smtpAccount, smtpFrom, smtpServer } from '@waystation/contract/options/smtp'
import { relyingParty } from '../factor/relying-party.ts'
import { isGatewayOpen } from '../top-up/gateway-open.ts'
import { isHealthShown } from '../usage/models-health.ts'

export interface StatusFacts {
  readonly version: string
  /** Unix seconds. */
  readonly startTime: number
  readonly isSetUp: boolean
}

export type PublicStatus = CallData<typeof getStatus>

/** The public status. */
export function publicStatus(options: { get<Value>(option: Option<Value>): Value }, facts: StatusFacts): PublicStatus {
  const shown = allOptions
    .filter((option) => option.status !== undefined)
    .map((option) => [option.status, isUnbuiltSwitch(option) ? false : options.get(option)])
  // Sound as far as the options' statuses are the fields of PublicStatus; a test reads the answer with the schema.
  return {
    ...Object.fromEntries(shown),
    version: facts.version,
    start_time: facts.startTime,
    setup: facts.isSetUp,
    chat_link: '',
    enable_online_topup: isGatewayOpen(options, 'epay'),
    enable_stripe: isGatewayOpen(options, 'stripe'),
    mail_enabled: options.get(smtpServer) !== '' && (options.get(smtpFrom) || options.get(smtpAccount)) !== '',
    model_health: isHealthShown(options),
    passkey_login: relyingParty(options.get(serverAddress)) !== undefined,
  } as PublicStatus
}
