import type { getWallet, listMoneyIn } from '@waystation/contract/api/wallet'
import type { CallData } from '@waystation/contract/endpoint'

/** The wallet as the server sends it. */
export type WalletData = CallData<typeof getWallet>
/** An order or a redeemed code. */
export type MoneyInRow = CallData<typeof listMoneyIn>['items'][number]
