import type { Option } from '@waystation/contract/options/option'
import type { KnownCaller } from '../domain/token/token-lookup.ts'

/** Reads options as they are now. */
export interface OptionReader {
  get<Value>(option: Option<Value>): Value
}

/** The caller and their group. */
export interface Caller {
  readonly user: KnownCaller['user']
  /** Absent in the playground. */
  readonly token: KnownCaller['token'] | undefined
  /** What the log calls it. */
  readonly tokenName: string
  /** The group that decides channels and price: the token's, else the user's. */
  readonly group: string
  /** Set when an admin's key names a channel. */
  readonly pinnedChannelId: number | undefined
  /** The hash of the browser's session by which it calls; absent: it calls with a token. */
  readonly sessionHash?: string
  readonly ip: string
  readonly language: 'zh' | 'en'
}
