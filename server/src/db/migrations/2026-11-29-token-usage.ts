import { index, type MigrationStep } from './schema.ts'

const sums = ['calls', 'prompt_tokens', 'completion_tokens', 'quota'] as const

// What each token was used for, as usage_quarter and usage_user_day have it of users: everybody's ranking reads the days, and the quarters before
// and after; one user's tokens are read by the index.
export const up: MigrationStep = async ({ table }) => {
  const quarters = { name: 'usage_token_quarter', isOrderedByKey: true, indexes: [index('usage_token_user', 'user_id', 'quarter')] }
  await table(quarters, (t) =>
    sums
      .reduce((made, name) => made.addColumn(name, 'bigint', (c) => c.notNull()), t)
      .addColumn('quarter', 'bigint', (c) => c.notNull()) // unix seconds
      .addColumn('token_id', 'integer', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('usage_token_quarter_key', ['quarter', 'token_id', 'user_id']),
  )
  await table({ name: 'usage_token_day', isOrderedByKey: true }, (t) =>
    sums
      .reduce((made, name) => made.addColumn(name, 'bigint', (c) => c.notNull()), t)
      .addColumn('day', 'bigint', (c) => c.notNull()) // of UTC, unix seconds
      .addColumn('token_id', 'integer', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('usage_token_day_key', ['day', 'token_id', 'user_id']),
  )
}
