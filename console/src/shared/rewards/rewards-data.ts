import type { getWallet } from '@waystation/contract/api/wallet'
import type { CallData } from '@waystation/contract/endpoint'

type Wallet = CallData<typeof getWallet>
export type CheckIns = NonNullable<Wallet['check_in']>
export type Invitation = NonNullable<Wallet['invitation']>
