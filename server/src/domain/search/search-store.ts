// What a search reads, kind by kind: a part of a name, or a number or id to the letter, and at most a few rows of each.
import type { Ranked } from '@waystation/contract/people/rank'
import { SEARCH_HITS } from '@waystation/contract/site/search'
import type { Database } from '../../db/database.ts'
import { isRowId } from '../like-pattern.ts'
import { contains } from '../text-search-store.ts'
import { KEY_END_LENGTH } from '../token/key-search.ts'
import { isReadableBy } from '../user/user-search-store.ts'

/** What was typed, as it may be read. */
export interface Typed {
  readonly text: string
  /** The same as an id; undefined where it is none. */
  readonly id: number | undefined
}

export function typedOf(q: string): Typed {
  const text = q.trim().replace(/^#(?=\d)/, '')
  return { text, id: /^\d{1,10}$/.test(text) && isRowId(Number(text)) ? Number(text) : undefined }
}

/** The end of a key as it is stored; undefined where the text is too short or too long for one, or is a name with spaces. */
function keyTail(text: string): string | undefined {
  const bare = text.replace(/^.*[*•…]|^\.{2,}/, '')
  return bare.length === KEY_END_LENGTH && !/\s/.test(bare) ? bare : undefined
}

/** Tokens by name, number or the end of their key: the viewer's own first. @param isAll also those of users whom the viewer outranks */
export async function findTokens({ read }: Database, { text, id }: Typed, viewer: Ranked, isAll: boolean) {
  const tail = keyTail(text)
  return read
    .selectFrom('token')
    .innerJoin('user', 'user.id', 'token.user_id')
    .select(['token.id', 'token.name', 'token.user_id', 'user.username'])
    .where('token.deleted_at', 'is', null)
    .$if(!isAll, (query) => query.where('token.user_id', '=', viewer.id))
    .$if(isAll, (query) => query.where(isReadableBy(viewer)))
    .where((row) =>
      row.or([
        contains('token.name', text),
        ...(tail === undefined ? [] : [row('token.key_tail', '=', tail)]),
        ...(id === undefined ? [] : [row('token.id', '=', id)]),
      ]),
    )
    .orderBy((row) => row.case().when('token.user_id', '=', viewer.id).then(0).else(1).end())
    .orderBy('token.id', 'desc')
    .limit(SEARCH_HITS)
    .execute()
}

export async function findChannels({ read }: Database, { text, id }: Typed) {
  return read
    .selectFrom('channel')
    .select(['id', 'name'])
    .where((row) => row.or([contains('name', text), ...(id === undefined ? [] : [row('id', '=', id)])]))
    .orderBy('id', 'desc')
    .limit(SEARCH_HITS)
    .execute()
}

/** Orders by id, their number, or their number at the payment service. @param userId set: only this user's */
export async function findOrders({ read }: Database, { text, id }: Typed, userId: number | undefined) {
  return read
    .selectFrom('top_up_order')
    .leftJoin('user', 'user.id', 'top_up_order.user_id')
    .select(['top_up_order.id', 'top_up_order.trade_no', 'top_up_order.user_id', 'top_up_order.created_at', 'user.username'])
    .where((row) =>
      row.or([
        // Its index begins with the service.
        row.and([row('top_up_order.gateway', 'in', ['epay', 'stripe']), row('top_up_order.trade_no', '=', text)]),
        row('top_up_order.gateway_ref', '=', text),
        ...(id === undefined ? [] : [row('top_up_order.id', '=', id)]),
      ]),
    )
    .$if(userId !== undefined, (query) => query.where('top_up_order.user_id', '=', userId ?? 0))
    .orderBy('top_up_order.id', 'desc')
    .limit(SEARCH_HITS)
    .execute()
}

export async function findCodes({ read }: Database, { text, id }: Typed) {
  return read
    .selectFrom('redemption')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .where((row) => row.or([contains('name', text), ...(id === undefined ? [] : [row('id', '=', id)])]))
    .orderBy('id', 'desc')
    .limit(SEARCH_HITS)
    .execute()
}

export async function findMessages({ read }: Database, { text }: Typed) {
  return read
    .selectFrom('message')
    .select(['id', 'title', 'created_at'])
    .where(contains('title', text))
    .orderBy('id', 'desc')
    .limit(SEARCH_HITS)
    .execute()
}

/** A user's own messages. */
export async function findInboxTitles({ read }: Database, { text }: Typed, userId: number) {
  return read
    .selectFrom('message_recipient')
    .innerJoin('message', 'message.id', 'message_recipient.message_id')
    .select(['message.id', 'message.title', 'message.created_at'])
    .where('message_recipient.user_id', '=', userId)
    .where(contains('message.title', text))
    .orderBy('message.id', 'desc')
    .limit(SEARCH_HITS)
    .execute()
}

/** Rows of these calls. @param userId set: only this user's */
export async function findCalls({ read }: Database, requestIds: readonly string[], userId: number | undefined) {
  return read
    .selectFrom('log')
    .select(['request_id', 'model_name', 'username', 'user_id', 'created_at'])
    .where('request_id', 'in', requestIds)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .orderBy('id', 'desc')
    .limit(SEARCH_HITS)
    .execute()
}
