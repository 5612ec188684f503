import type { PaymentGatewayName } from '@waystation/contract/money/top-up'
import type { Selectable } from 'kysely'
import type { TopUpOrderRow } from '../../db/tables/tables.ts'

export type OrderRecord = Selectable<TopUpOrderRow>

export const gatewayOf = ({ gateway }: Pick<OrderRecord, 'gateway'>): PaymentGatewayName => (gateway === 'stripe' ? 'stripe' : 'epay')

/** The ref of the entry that credited an order. */
export const paidRef = ({ gateway, id }: Pick<OrderRecord, 'gateway' | 'id'>): string => `${gateway}:${id}`
