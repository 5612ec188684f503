import type { MigrationStep } from './schema.ts'

// What an owner sorts tokens by, such as a project: lists are narrowed down by it and usage is summed by it. One owner has few tokens, so it has no
// index.
export const up: MigrationStep = ({ addColumns }) => addColumns('token', { label: ['varchar(50)', (c) => c.notNull().defaultTo('')] })
