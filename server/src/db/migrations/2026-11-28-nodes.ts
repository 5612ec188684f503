import type { MigrationStep } from './schema.ts'

// What each node tells of itself, as JSON: its version, its load, and whether it ends.
export const up: MigrationStep = ({ addColumns, longText }) => addColumns('node', { facts: [longText, (c) => c] })
