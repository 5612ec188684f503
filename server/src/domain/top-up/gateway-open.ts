import type { PaymentGatewayName } from '@waystation/contract/money/top-up'
import type { Option } from '@waystation/contract/options/option'
import { epayId, epayKey, payAddress, stripeSecretKey, stripeWebhookSecret } from '@waystation/contract/options/payment'

const needs: Readonly<Record<PaymentGatewayName, readonly Option<string>[]>> = {
  epay: [payAddress, epayId, epayKey],
  stripe: [stripeSecretKey, stripeWebhookSecret],
}

/** Is everything filled in that this payment service needs? An empty key or secret switches it off (BUG-56). */
export function isGatewayOpen(options: { get<Value>(option: Option<Value>): Value }, gateway: PaymentGatewayName): boolean {
  return needs[gateway].every((option) => options.get(option) !== '')
}
