import { spawnSync } from 'node:child_process'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { auditService } from '../domain/audit/audit-service.ts'
import { openTestDatabase, sqlitePlace } from '../testing/databases/databases.ts'

const program = fileURLToPath(new URL('./waystation.ts', import.meta.url))

test('`waystation audit verify` counts the rows, and exits with 1 and every break where the chain does not fit', async () => {
  const place = await sqlitePlace()
  if (place.address.kind !== 'sqlite') throw new Error('not a file')
  const { path } = place.address
  const run = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'audit', ...words], {
      env: { ...process.env, DATABASE_URL: `sqlite:${path}` },
      encoding: 'utf8',
    })
    return { status, text: stdout + stderr }
  }
  const database = await openTestDatabase(place.address)
  try {
    const entry = { actorId: 1, actorName: 'root', clientIp: '::1', requestId: 'R', action: 'login', detail: null } as const
    for (const target of ['1', '2', '3']) await auditService(database).write({ ...entry, target })
    expect(run('verify')).toMatchObject({ status: 0, text: expect.stringContaining('3 rows') })
    expect(run()).toMatchObject({ status: 2, text: expect.stringContaining('usage: waystation audit verify') })
    const past = new DatabaseSync(path, { timeout: 60_000 })
    past.exec("update audit set actor_name = 'somebody' where target = '1'; delete from audit where target = '2'")
    past.close()
    const broken = run('verify')
    expect(broken.status).toBe(1)
    expect(broken.text).toMatch(/^2 rows[\s\S]*breaks in 2 places:\n {2}row 1: is not what[\s\S]* {2}row 3: the rows before it/m)
  } finally {
    await database.close()
    await place.drop()
  }
})
