import type { getWallet, listMoneyIn } from '@waystation/contract/api/wallet'
import type { CallData } from '@waystation/contract/endpoint'

/** The wallet as the server sends it. */
export type WalletData = CallData<typeof getWallet>
export type Invitation = NonNullable<WalletData['invitation']>
/** An order or a redeemed code. */
export type MoneyInRow = CallData<typeof listMoneyIn>['items'][number]
