import { verifyAudit } from '../domain/audit/audit-store.ts'
import { openForCommand } from './open.ts'

const words = {
  changed: 'is not what the program wrote',
  gap: 'the rows before it were removed or replaced outside the program',
  end: 'the newest rows, those after it, were removed outside the program',
} as const

/** `waystation audit verify`: follows the chain of the audit log. May run next to a working server. */
export async function auditCommand(typed: readonly string[]): Promise<number> {
  if (typed.length !== 1 || typed[0] !== 'verify') {
    console.error('usage: waystation audit verify')
    return 2
  }
  const database = await openForCommand()
  try {
    const { rows, broken, breaks } = await verifyAudit(database)
    if (broken === 0) {
      console.log(`${rows} rows of the audit log fit together.`)
      return 0
    }
    console.log(`${rows} rows of the audit log were read. The chain breaks in ${broken} places:`)
    for (const { id, kind } of breaks) console.log(`  row ${id}: ${words[kind]}`)
    if (broken > breaks.length) console.log(`  and ${broken - breaks.length} more`)
    return 1
  } finally {
    await database.close()
  }
}
