// What moves in from another gateway, whichever it was: already in the words and units of this one, keys hashed and sealed.
import type { ImportNoteCode } from '@waystation/contract/site/import'
import type { LogRow, RedemptionRow, TokenRow } from '../../db/tables/tables.ts'
import type { ChannelColumns } from '../channel/channel-store.ts'
import type { SealedKey } from '../channel/keys/channel-key-store.ts'
import type { Identity } from '../identity/identity-store.ts'
import type { TokenColumns } from '../token/token-store.ts'

/** A user. Ids are texts: some gateways have no numbers. */
export interface MovingUser {
  /** There. */
  readonly id: string
  readonly username: string
  readonly displayName: string
  /** A hash that a login here can check; empty: none, so the user has to set a password. */
  readonly passwordHash: string
  readonly role: number
  readonly status: number
  readonly group: string
  /** Empty: none. */
  readonly email: string
  readonly affCode: string
  readonly affCount: number
  /** There; empty: nobody. */
  readonly inviterId: string
  /** Unix seconds; 0: not known. */
  readonly createdAt: number
  /** Quota units, also below zero. */
  readonly balance: number
  /** What invitations earned and was not moved to the balance yet, quota units. */
  readonly referral: number
  readonly identities: readonly Identity[]
}

/** A token. */
export interface MovingToken {
  readonly id: string
  /** Its owner here. */
  readonly userId: number
  readonly columns: TokenColumns & Pick<TokenRow, 'status' | 'created_at' | 'accessed_at'>
  readonly key: Pick<TokenRow, 'key_hash' | 'key_tail' | 'key_enc' | 'row_uid'> & { readonly key_head: string }
  /** What it may still spend, quota units, also below zero. */
  readonly quota: number
}

/** A channel with its keys. */
export interface MovingChannel {
  readonly id: string
  readonly columns: ChannelColumns
  readonly keys: readonly SealedKey[]
  /** Statuses of keys that are not enabled, by their place. */
  readonly keyStatuses: Readonly<Record<number, number>>
  readonly createdAt: number
  /** Quota units that it was used for. */
  readonly usedQuota: number
}

/** A redemption code. */
export interface MovingCode {
  readonly id: string
  readonly columns: Pick<RedemptionRow, 'name' | 'quota' | 'is_gift' | 'max_uses' | 'valid_from' | 'valid_until' | 'status'> & {
    /** Its creator and who redeemed it, here; 0: nobody. */
    readonly user_id: number
    readonly used_user_id: number
    readonly created_at: number
    readonly redeemed_at: number
  }
  readonly code: Pick<RedemptionRow, 'code_hash' | 'code_enc' | 'row_uid'>
}

/** A row of the usage log. */
export type MovingLog = Omit<LogRow, 'id'>

/** What became of one of them. */
export interface Outcome {
  /** There. */
  readonly id: string
  /** It is new here, was here already by itself, or came with an earlier run. */
  readonly how: 'new' | 'known' | 'carried'
  /** Here; 0 while nothing is written. */
  readonly targetId: number
  /** What its opening entry moved, quota units; null: there is none. */
  readonly quota: number | null
  /** What is to be told of it. */
  readonly notes: readonly ImportNoteCode[]
}
