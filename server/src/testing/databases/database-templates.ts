// Vitest's `globalSetup` of the projects that open databases: the templates that their databases are copied from.
import type { TestProject } from 'vitest/node'
import type { DatabaseKind } from '../../db/kind.ts'
import { makeTemplates } from './database-places.ts'
import { absentDatabases } from './database-servers.ts'

export default async function setup({ config }: TestProject): Promise<() => Promise<void>> {
  const wanted = (config.env.WAYSTATION_TEST_DATABASES ?? 'sqlite').split(',') as DatabaseKind[]
  const absent = await absentDatabases()
  return makeTemplates(wanted.filter((kind) => absent[kind] === undefined))
}
