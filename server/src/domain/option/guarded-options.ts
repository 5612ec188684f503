// Settings that a stolen session must not be able to change: secrets, payment, and the addresses that secrets are sent to, which would give
// them away as surely as showing them.
import { weChatServerAddress } from '@waystation/contract/options/login'
import { oidcTokenEndpoint, oidcUserInfoEndpoint, oidcWellKnown } from '@waystation/contract/options/oidc'
import type { Option } from '@waystation/contract/options/option'
import * as payment from '@waystation/contract/options/payment'
import { optionByKey } from '@waystation/contract/options/registry'
import { smtpServer } from '@waystation/contract/options/smtp'
import { isRoot } from '@waystation/contract/status-table'
import type { OptionService } from './option-service.ts'

const receivers: readonly Option[] = [smtpServer, oidcWellKnown, oidcTokenEndpoint, oidcUserInfoEndpoint, weChatServerAddress]
const ofPayment: readonly Option[] = Object.values(payment).filter(({ writer }) => writer === 'root')
const guarded = new Set([...receivers, ...ofPayment].map(({ key }) => key))
guarded.delete(payment.serverAddress.key)

/**
 * Must the caller confirm before this value is stored? Not where nothing would change (the empty text leaves a secret as it is), where
 * nothing more is sent anywhere, or where the caller is refused anyway.
 */
export function needsConfirmation(
  options: Pick<OptionService, 'storedText'>,
  caller: { readonly role: number },
  { key, text }: { readonly key: string; readonly text: string },
): boolean {
  const option = optionByKey(key)
  if (!option?.isReady || !isRoot(caller.role)) return false
  return text !== '' && (option.secret || (guarded.has(key) && text !== options.storedText(key)))
}
