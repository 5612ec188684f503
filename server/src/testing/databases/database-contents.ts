// What a database consists of, told by itself, so that two of one kind can be compared.
import type { DatabaseAddress } from '../../db/kind.ts'
import { rowsAt } from '../time/run-at.ts'

/** The tables of the migrator itself: it makes them, not a migration. */
const OF_THE_MIGRATOR = ['migration', 'migration_lock']

/**
 * Everything that was defined, in the database's own words: tables with their columns in order, types, defaults, constraints and indexes
 * with their names, and whatever else there is. Indexes stand in the order in which they were made, on PostgreSQL in that of their names.
 */
export async function definitionsOf(address: DatabaseAddress): Promise<string[]> {
  if (address.kind === 'mysql') {
    const lines: string[] = []
    for (const table of await tablesOf(address)) {
      const [shown] = await rowsAt(address, `show create table \`${table}\``)
      lines.push(String(shown?.['Create Table']).replace(/ AUTO_INCREMENT=\d+/, ''))
    }
    return [...lines, ...(await others(address, MYSQL_OTHERS))]
  }
  return others(address, address.kind === 'sqlite' ? SQLITE : POSTGRES)
}

async function others(address: DatabaseAddress, query: string): Promise<string[]> {
  const rows = await rowsAt(address, query)
  return rows.map(({ line }) => String(line)).filter((line) => !OF_THE_MIGRATOR.includes(line.split(' ')[1] ?? ''))
}

/** The rows of every table, each as JSON and in an order of their own. */
export async function rowsOf(address: DatabaseAddress): Promise<Record<string, string[]>> {
  const quote = address.kind === 'mysql' ? '`' : '"'
  const contents: Record<string, string[]> = {}
  for (const table of await tablesOf(address)) {
    const rows = await rowsAt(address, `select * from ${quote}${table}${quote}`)
    contents[table] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return contents
}

async function tablesOf(address: DatabaseAddress): Promise<string[]> {
  const found = await rowsAt(address, TABLES[address.kind])
  return found.map(({ name }) => String(name)).filter((name) => !OF_THE_MIGRATOR.includes(name))
}

const TABLES = {
  sqlite: "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
  postgres: 'select tablename as name from pg_tables where schemaname = current_schema order by tablename collate "C"',
  mysql: 'select table_name as name from information_schema.tables where table_schema = database() order by binary table_name',
}

const SQLITE = `
  select type || ' ' || tbl_name || ' ' || name || ': ' || coalesce(sql, 'made by the table') as line
  from sqlite_schema where name not like 'sqlite_sequence' order by tbl_name, rowid`

const MYSQL_OTHERS = `
  select concat('trigger ', event_object_table, ' ', trigger_name) as line
  from information_schema.triggers where trigger_schema = database()
  union all select concat('routine - ', routine_name) from information_schema.routines where routine_schema = database()`

const POSTGRES = `
  with ours as (select oid, relname, relkind from pg_class where relnamespace = current_schema::regnamespace)
  select line from (
    select relname as of_table, 1 as part, 0 as place, 'relation ' || relname || ' ' || relkind::text as line
    from ours where relkind not in ('i', 'S')
    union all
    select relname, 2, attnum, 'column ' || relname || ' ' || attname || ' ' || format_type(atttypid, atttypmod)
      || case when attnotnull then ' not null' else '' end || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
      || case when attcollation in (0, 100) then '' else ' collate ' || attcollation::regcollation::text end
    from ours join pg_attribute on attrelid = ours.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relkind not in ('i', 'S') and attnum > 0 and not attisdropped
    union all
    select relname, 3, row_number() over (partition by relname order by conname),
      'constraint ' || relname || ' ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
    from ours join pg_constraint on conrelid = ours.oid
    union all
    select tables.relname, 4, row_number() over (partition by tables.relname order by indexes.relname),
      'index ' || tables.relname || ' ' || pg_get_indexdef(indexrelid)
    from ours as tables join pg_index on indrelid = tables.oid join ours as indexes on indexes.oid = indexrelid
    union all
    select coalesce(owners.relname, '-'), 5, row_number() over (partition by owners.relname order by ours.relname),
      'sequence ' || coalesce(owners.relname, '-') || ' ' || ours.relname || ' ' || format_type(seqtypid, null) || ' from ' || seqstart
    from ours join pg_sequence on seqrelid = ours.oid left join pg_depend on objid = ours.oid and deptype = 'a'
      left join ours as owners on owners.oid = refobjid
    union all
    select relname, 6, 0, 'trigger ' || relname || ' ' || tgname from ours join pg_trigger on tgrelid = ours.oid where not tgisinternal
  ) as described order by of_table collate "C", part, place`
