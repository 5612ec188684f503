import { ensureIndex, type MigrationStep } from './columns.ts'

// What admins write to users. The two counts change in the same transactions as the recipients, so that a list of messages to everyone
// needs no look at its recipients.
const message: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'message')
    .addColumn('id', columns.id, columns.numbered)
    .addColumn('title', 'varchar(200)', (c) => c.notNull())
    .addColumn('content', columns.longText, (c) => c.notNull())
    .addColumn('format', 'varchar(16)', (c) => c.notNull())
    .addColumn('author_id', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('recipient_count', 'integer', (c) => c.notNull())
    .addColumn('read_count', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}

// Who a message went to, and when they read it. One index gives a page of an inbox, the other counts what is unread without looking at
// what has been read: every open tab asks for that count.
const recipient: MigrationStep = async (db, columns) => {
  await columns
    .table(db, 'message_recipient', { isOrderedByKey: true })
    .addColumn('message_id', 'integer', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull())
    .addColumn('read_at', 'bigint')
    .addPrimaryKeyConstraint('message_recipient_key', ['message_id', 'user_id'])
    .execute()
  await ensureIndex(db, { name: 'message_recipient_inbox', on: 'message_recipient', columns: ['user_id', 'message_id'] })
  await ensureIndex(db, { name: 'message_recipient_unread', on: 'message_recipient', columns: ['user_id', 'read_at'] })
}

export const up: MigrationStep = async (db, columns) => {
  await message(db, columns)
  await recipient(db, columns)
}
