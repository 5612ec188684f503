import type { MigrationStep } from './schema.ts'
import { unique } from './schema.ts'

// A token or a user had one budget, of money. Now they may have one of each unit and period.
export const up: MigrationStep = async ({ addColumns, dropIndex, addIndex, widen }) => {
  await addColumns('budget', { unit: ['varchar(8)', (c) => c.notNull().defaultTo('money')] }) // money, tokens or calls
  await addIndex('budget', unique('budget_of_owner', 'owner_kind', 'owner_id', 'unit', 'period'))
  await dropIndex('budget', 'budget_owner')
  // Each of them is a leg of the holds of its owner's calls.
  await widen('hold', 'legs', 1000)
}
