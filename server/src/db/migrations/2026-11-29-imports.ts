import type { MigrationStep } from './schema.ts'

// What came along from another gateway, by its id there, so that no run carries anything twice. Its key begins with what runs and totals read by.
const importedRow: MigrationStep = ({ table }) =>
  table({ name: 'imported_row', isOrderedByKey: true }, (t) =>
    t
      .addColumn('source', 'varchar(16)', (c) => c.notNull()) // the gateway, as `waystation import --from` names it
      .addColumn('kind', 'varchar(8)', (c) => c.notNull()) // user, token, channel or code
      .addColumn('source_id', 'varchar(190)', (c) => c.notNull())
      .addColumn('target_id', 'integer', (c) => c.notNull()) // here
      .addColumn('quota', 'bigint') // quota units that an opening entry moved; null: none, since it was here already
      .addPrimaryKeyConstraint('imported_row_key', ['source', 'kind', 'source_id']),
  )

const importRun: MigrationStep = ({ table, id, numbered, longText }) =>
  table({ name: 'import_run' }, (t) =>
    t
      .addColumn('id', id, numbered)
      .addColumn('ended_at', 'bigint', (c) => c.notNull()) // unix seconds
      .addColumn('report', longText, (c) => c.notNull()),
  ) // JSON

// Moves from other gateways: what they brought, and their reports.
export const up: MigrationStep = async (schema) => {
  await importedRow(schema)
  await importRun(schema)
}
