// Everything that is kept about one person, list by list, as it is stored: secrets, hashes and what only admins may know are left out.
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/database.ts'

/** Rows of one kind. Columns are named one by one: a new one is told only when somebody has decided so. */
interface OwnList {
  readonly name: string
  readonly columns: readonly (string | RawBuilder<unknown>)[]
  /** Where they are, and whose. */
  from(userId: number): RawBuilder<unknown>
  /** What they are read page by page by, ascending; unique for one user. */
  readonly key: string
}

const ofUser =
  (table: string, column = 'user_id') =>
  (userId: number) =>
    sql`from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${userId}`

const ownLists: readonly OwnList[] = [
  {
    ...{ name: 'account', from: ofUser('user', 'id'), key: 'user.id' },
    columns: [
      'id',
      'username',
      'display_name',
      'email',
      'role',
      'status',
      'group_name',
      'language',
      'aff_code',
      'aff_count',
      'created_at',
      'last_login_at',
    ],
  },
  { name: 'linked_accounts', from: ofUser('identity'), key: 'identity.id', columns: ['provider', 'subject', 'created_at'] },
  { name: 'passkeys', from: ofUser('passkey'), key: 'passkey.id', columns: ['name', 'created_at', 'last_used_at'] },
  { name: 'sessions', from: ofUser('session'), key: 'session.created_at', columns: ['created_at', 'seen_at', 'ip_prefix', 'agent'] },
  { name: 'former_names', from: ofUser('former_name'), key: 'former_name.id', columns: ['username_key', 'renamed_at'] },
  {
    ...{ name: 'tokens', from: ofUser('token'), key: 'token.id' },
    columns: [
      'id',
      'name',
      'label',
      'status',
      'group_name',
      'is_unlimited',
      'model_limits',
      'allow_ips',
      'created_at',
      'accessed_at',
      'expires_at',
      'deleted_at',
    ],
  },
  {
    ...{ name: 'orders', from: ofUser('top_up_order'), key: 'top_up_order.id' },
    columns: ['trade_no', 'method', 'amount', 'quota', 'money', 'currency', 'status', 'created_at', 'paid_at', 'refunded_at'],
  },
  { name: 'redeemed_codes', from: ofUser('redemption_use'), key: 'redemption_use.redemption_id', columns: ['quota', 'used_at'] },
  { name: 'check_ins', from: ofUser('check_in'), key: 'check_in.day', columns: ['day', 'quota', 'created_at', 'zone'] },
  {
    name: 'messages',
    from: (userId) =>
      sql`from message_recipient join message on message.id = message_recipient.message_id where message_recipient.user_id = ${userId}`,
    key: 'message_recipient.message_id',
    columns: ['message.title', 'message.content', 'message.created_at', 'message_recipient.read_at'],
  },
  { name: 'actions', from: ofUser('audit', 'actor_id'), key: 'audit.id', columns: ['created_at', 'action', 'target', 'client_ip'] },
  {
    ...{ name: 'entries', key: 'entry.id' },
    from: (userId) =>
      sql`from account join account_entry on account_entry.account_id = account.id join entry on entry.ref = account_entry.ref
        where account.kind = 'user' and account.owner_id = ${userId}`,
    // What was added; below zero: what was taken.
    columns: [
      'entry.id',
      'entry.kind',
      sql`case when entry.credit_account = account.id then entry.amount else -entry.amount end as amount`,
      'entry.created_at_ms',
    ],
  },
  {
    ...{ name: 'calls', from: ofUser('log'), key: 'log.id' },
    columns: [
      'request_id',
      'created_at',
      'type',
      'token_name',
      'group_name',
      'model_name',
      'is_stream',
      'use_time',
      'prompt_tokens',
      'completion_tokens',
      'quota',
      'client_ip',
    ],
  },
]

const PAGE = 1000

/** The lists with their rows, page by page: each row as values by the columns' names. */
export async function* readOwnData(
  database: Database,
  userId: number,
): AsyncIterable<{ list: string; rows: readonly Readonly<Record<string, unknown>>[] }> {
  for (const { name, columns, from, key } of ownLists) {
    const selected = sql.join(columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column)))
    let last: unknown
    let count = PAGE
    do {
      const behind = last === undefined ? sql`` : sql` and ${sql.ref(key)} > ${last}`
      const { rows } = await sql<Record<string, unknown>>`select ${selected}, ${sql.ref(key)} as page_key ${from(userId)}${behind}
        order by ${sql.ref(key)} limit ${sql.lit(PAGE)}`.execute(database.read)
      count = rows.length
      last = rows.at(-1)?.page_key
      yield { list: name, rows: rows.map(({ page_key: _, ...row }) => row) }
    } while (count === PAGE)
  }
}
