import type { MigrationStep } from './schema.ts'

// Names that the clients of a token use, and the models that they get.
export const up: MigrationStep = ({ addColumns, longText }) => addColumns('token', { model_aliases: [longText, (c) => c] })
