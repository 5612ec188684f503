import { index, type MigrationStep } from './schema.ts'

// The ids that clients gave their calls, so that a call is found by the one that is in the client's own log. A table of its own: most calls
// have none, and the rows of the log stay as narrow as they are.
export const up: MigrationStep = ({ table }) =>
  table({ name: 'log_client_id', indexes: [index('log_client_id_client', 'client_id', 'user_id', 'request_id')] }, (t) =>
    t
      .addColumn('request_id', 'varchar(26)', (c) => c.primaryKey())
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('client_id', 'varchar(128)', (c) => c.notNull()),
  )
