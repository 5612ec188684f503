// What the wallet shows, as the server sends it.
import type { getWallet, listMoneyIn } from '@waystation/contract/api/money/wallet'
import type { CallData } from '@waystation/contract/channels/endpoint'

/** The wallet as the server sends it. */
export type WalletData = CallData<typeof getWallet>
/** An order or a redeemed code. */
export type MoneyInRow = CallData<typeof listMoneyIn>['items'][number]
