import { index, type MigrationStep } from './schema.ts'

// What vendors want back and a client's dialect cannot carry: signatures of thinking, by the id of the call that they belong to.
const vault: MigrationStep = ({ table, longText }) =>
  table({ name: 'vault', indexes: [index('vault_expiry', 'expires_at')] }, (t) =>
    t
      .addColumn('vault_key', 'varchar(190)', (c) => c.primaryKey())
      .addColumn('value', longText, (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull()),
  )

const responseIndexes = [index('stored_response_expiry', 'expires_at'), index('stored_response_user', 'user_id', 'expires_at')]

// Stored answers of the Responses API that callers may continue, read and delete: the input and the output, as JSON. `bytes` is what these
// came to before they were sealed, since each user has a limit.
const storedResponse: MigrationStep = ({ table, longText }) =>
  table({ name: 'stored_response', indexes: responseIndexes }, (t) =>
    t
      .addColumn('response_key', 'varchar(190)', (c) => c.primaryKey())
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('channel_id', 'integer', (c) => c.notNull()) // 0: the vendor does not know this answer
      .addColumn('previous_key', 'varchar(190)', (c) => c.notNull())
      .addColumn('input', longText, (c) => c.notNull())
      .addColumn('body', longText, (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull()) // unix seconds
      .addColumn('token_id', 'integer', (c) => c.notNull().defaultTo(0)) // another may not be allowed to use that model; 0: a session
      .addColumn('model', 'varchar(255)', (c) => c.notNull().defaultTo('')) // the requested name
      .addColumn('group_name', 'varchar(64)', (c) => c.notNull().defaultTo(''))
      .addColumn('row_uid', 'varchar(26)', (c) => c.notNull().defaultTo('')) // what input and body are sealed for; empty: plain text
      .addColumn('bytes', 'bigint', (c) => c.notNull().defaultTo(0)),
  )

// What is kept of answers for the calls that come after them.
export const up: MigrationStep = async (schema) => {
  for (const make of [vault, storedResponse]) await make(schema)
}
