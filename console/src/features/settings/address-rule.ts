// What opens a way to pay is of no use before the address of this server is known: payment services send notices and buyers back to it.
import type { FieldValue } from './option-values.ts'

const opensPayment: readonly string[] = ['PayAddress', 'EpayId', 'EpayKey', 'StripeSecretKey', 'StripeWebhookSecret']

/** Must the server address be filled in before this option may have this value? @param serverAddress as it is stored */
export function needsAddressFirst(key: string, value: FieldValue, serverAddress: string): boolean {
  return opensPayment.includes(key) && serverAddress === '' && (value ?? '') !== ''
}
