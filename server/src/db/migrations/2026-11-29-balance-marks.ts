import type { MigrationStep } from './schema.ts'

// What a user had when their balance was last looked at, so that a warning can tell a balance that falls from one that stays low. Null: never.
export const up: MigrationStep = ({ addColumns }) =>
  addColumns('notice', {
    balance: ['bigint', (c) => c], // quota units
    received: ['bigint', (c) => c], // quota units: what had come in ever
  })
