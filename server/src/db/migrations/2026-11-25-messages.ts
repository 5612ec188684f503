import { index, type MigrationStep, unique } from './schema.ts'

// What admins write to users. The two counts change in the same transactions as the recipients, so that a list of messages to everyone
// needs no look at its recipients.
const message: MigrationStep = ({ table, id, numbered, longText }) =>
  table({ name: 'message' }, (t) =>
    t
      .addColumn('id', id, numbered)
      .addColumn('title', 'varchar(200)', (c) => c.notNull())
      .addColumn('content', longText, (c) => c.notNull())
      .addColumn('format', 'varchar(16)', (c) => c.notNull())
      .addColumn('author_id', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('recipient_count', 'integer', (c) => c.notNull())
      .addColumn('read_count', 'integer', (c) => c.notNull().defaultTo(0)),
  )

// One index gives a page of an inbox, the other counts what is unread without looking at what has been read: every open tab asks for that
// count.
const recipientIndexes = [
  index('message_recipient_inbox', 'user_id', 'message_id'),
  index('message_recipient_unread', 'user_id', 'read_at'),
]

// Who a message went to, and when they read it.
const messageRecipient: MigrationStep = ({ table }) =>
  table({ name: 'message_recipient', isOrderedByKey: true, indexes: recipientIndexes }, (t) =>
    t
      .addColumn('message_id', 'integer', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('read_at', 'bigint')
      .addPrimaryKeyConstraint('message_recipient_key', ['message_id', 'user_id']),
  )

// When a user was last told of something, such as a low balance.
const notice: MigrationStep = ({ table }) =>
  table({ name: 'notice' }, (t) =>
    t
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('kind', 'varchar(32)', (c) => c.notNull())
      .addColumn('sent_at', 'bigint', (c) => c.notNull()) // unix seconds
      .addPrimaryKeyConstraint('notice_key', ['user_id', 'kind']),
  )

// Mail and webhooks on their way out. A row is written in the transaction of what it tells about, so that nothing is told that did not
// happen, and nothing that happened is left untold by a crash.
const outbox: MigrationStep = ({ table, id, numbered, longText }) =>
  table({ name: 'outbox', indexes: [unique('outbox_ref', 'ref'), index('outbox_due', 'state', 'next_try_at_ms')] }, (t) =>
    t
      .addColumn('id', id, numbered)
      .addColumn('ref', 'varchar(190)', (c) => c.notNull()) // what it is about, unique for ever
      .addColumn('row_uid', 'varchar(26)', (c) => c.notNull()) // what the receiver knows it by; its body is sealed for it
      .addColumn('kind', 'varchar(16)', (c) => c.notNull()) // mail or webhook
      .addColumn('body', longText, (c) => c.notNull()) // sealed; empty once it is delivered or given up
      .addColumn('state', 'varchar(16)', (c) => c.notNull()) // waiting, delivered or failed
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('next_try_at_ms', 'bigint', (c) => c.notNull()) // of a claimed one, when the claim ends
      .addColumn('claimed_by', 'varchar(26)', (c) => c.notNull()) // the process that delivers it now, or empty
      .addColumn('give_up_at_ms', 'bigint', (c) => c.notNull())
      .addColumn('created_at_ms', 'bigint', (c) => c.notNull())
      .addColumn('last_error', 'varchar(255)', (c) => c.notNull()),
  )

// What people are told: messages of admins, notices, and what goes out by mail and webhook.
export const up: MigrationStep = async (schema) => {
  for (const make of [message, messageRecipient, notice, outbox]) await make(schema)
}
