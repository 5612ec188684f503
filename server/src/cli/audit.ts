import { verifyAudit } from '../domain/audit/audit-store.ts'
import { openForCommand } from './open.ts'

/** `waystation audit verify`: follows the chain of the audit log. May run next to a working server. */
export async function auditCommand(words: readonly string[]): Promise<number> {
  if (words.length !== 1 || words[0] !== 'verify') {
    console.error('usage: waystation audit verify')
    return 2
  }
  const database = await openForCommand()
  try {
    const { rows, brokenAt } = await verifyAudit(database)
    console.log(`${rows} rows of the audit log fit together.`)
    if (brokenAt === undefined) return 0
    console.log(`The chain breaks at row ${brokenAt}: this row, or the one next to it, was changed or removed outside the program.`)
    return 1
  } finally {
    await database.close()
  }
}
