import type { MigrationStep } from './schema.ts'

// In which time zone the date of a check-in was counted, so that a change of the zone does not bring a second one within hours. Before, all
// dates were those of UTC.
export const up: MigrationStep = ({ addColumns }) => addColumns('check_in', { zone: ['varchar(64)', (c) => c.notNull().defaultTo('UTC')] })
