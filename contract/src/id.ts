// Branded numbers: an id of one kind cannot be handed where another is wanted. On the wire and in the database they are plain integers.
import { z } from 'zod'

const wholeId = z.number().int().nonnegative()

export const UserId = wholeId.brand<'user'>()
export type UserId = z.infer<typeof UserId>
export const TokenId = wholeId.brand<'token'>()
export type TokenId = z.infer<typeof TokenId>
export const ChannelId = wholeId.brand<'channel'>()
export type ChannelId = z.infer<typeof ChannelId>

/** Names a number that we read from our own database as a user's id. */
export const userId = (value: number): UserId => value as UserId
/** Names a number that we read from our own database as a token's id. */
export const tokenId = (value: number): TokenId => value as TokenId
/** Names a number that we read from our own database as a channel's id. */
export const channelId = (value: number): ChannelId => value as ChannelId
