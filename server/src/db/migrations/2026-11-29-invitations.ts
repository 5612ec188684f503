import { index, type MigrationStep } from './schema.ts'

// What an inviter gets once the invited person has paid, quota units: noted when that person joins, and 0 again when it was given. Lists of those
// whom somebody invited are read by the index.
export const up: MigrationStep = async ({ addColumns, addIndex }) => {
  await addColumns('user', { inviter_gift_due: ['bigint', (c) => c.notNull().defaultTo(0)] })
  await addIndex('user', index('user_inviter', 'inviter_id', 'id'))
}
