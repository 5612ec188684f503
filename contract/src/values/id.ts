// Branded numbers: an id of one kind cannot be handed where another is wanted. On the wire and in the database they are plain integers.
import { z } from 'zod'

const wholeId = z.number().int().nonnegative()

/** Ids are 32-bit numbers in the database. */
const MAX_ID = 2_147_483_647

/**
 * An id in a path: digits and nothing else, so that `GET /api/user/token` or `GET /api/user/` is never read as a record's address. A path
 * that has anything else in its place does not exist (decision D54).
 */
export const pathId = z.codec(
  z.union([
    z
      .string()
      .max(10)
      .regex(/^\d{1,10}$/),
    z.number(),
  ]),
  wholeId.max(MAX_ID),
  {
    decode: Number,
    encode: String,
  },
)
/** The parameters of a path with one id. */
export const byId = z.object({ id: pathId })

export const UserId = wholeId.brand<'user'>()
export type UserId = z.infer<typeof UserId>
export const TokenId = wholeId.brand<'token'>()
export type TokenId = z.infer<typeof TokenId>
export const ChannelId = wholeId.brand<'channel'>()
export type ChannelId = z.infer<typeof ChannelId>

const named = <Kind extends string>(value: number) => value as number & z.core.$brand<Kind>
/** Names a number that we read from our own database as a user's id. */
export const userId = (value: number): UserId => named<'user'>(value)
/** Names a number that we read from our own database as a token's id. */
export const tokenId = (value: number): TokenId => named<'token'>(value)
/** Names a number that we read from our own database as a channel's id. */
export const channelId = (value: number): ChannelId => named<'channel'>(value)
