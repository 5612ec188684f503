// An installation on a database of its own, and what files do to it.
import type { Database } from '../../db/database.ts'
import { secretsOf } from '../../lib/secret.ts'
import { openTestDatabase, sqlitePlace, type TestPlace } from '../../testing/databases/databases.ts'
import { applyPlan } from '../config/apply.ts'
import { ConfigDocument } from '../config/document.ts'
import { exportText } from '../config/export.ts'
import { openInstallation } from '../config/installation.ts'
import { makePlan } from '../config/plan.ts'
import { planLines, problemLines } from '../config/plan-text.ts'
import { openReferences } from '../config/references.ts'

export type TestInstallation = Awaited<ReturnType<typeof openTestInstallation>>

export async function openTestInstallation() {
  const place: TestPlace = await sqlitePlace()
  const database: Database = await openTestDatabase(place.address)
  const open = () => openInstallation(database, secretsOf(Buffer.alloc(32, 7)))
  const planned = async (text: string, environment: Readonly<Record<string, string>> = {}) => {
    const installation = await open()
    const document = new ConfigDocument(text)
    const again = () => makePlan(document, installation, openReferences(environment, '/nowhere'))
    return { installation, document, again, plan: await again() }
  }
  return {
    ...{ database, open, planned },
    /** What is printed of a plan, or of what is wrong. */
    async plan(text: string, environment: Readonly<Record<string, string>> = {}): Promise<string[]> {
      const { plan, document } = await planned(text, environment)
      return plan ? planLines(plan) : problemLines(document.problems, 'f')
    },
    /** @throws Error where something is wrong in the file */
    async apply(text: string, environment: Readonly<Record<string, string>> = {}): Promise<string[]> {
      const { plan, document, installation } = await planned(text, environment)
      if (!plan) throw new Error(problemLines(document.problems, 'f').join('\n'))
      const said: string[] = []
      await applyPlan(plan, installation, (line) => said.push(line))
      return said
    },
    exported: async () => exportText(await open()),
    async close() {
      await database.close()
      await place.drop()
    },
  }
}
