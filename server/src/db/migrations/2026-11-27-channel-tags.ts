import type { MigrationStep } from './schema.ts'

// A channel may have several tags, which stand in one text with commas between them, and a remark of its operator.
export const up: MigrationStep = async (schema) => {
  await schema.widen('channel', 'tag', 500)
  await schema.addColumns('channel', { remark: ['varchar(255)', (c) => c.notNull().defaultTo('')] })
}
