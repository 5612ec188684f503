import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { auditService } from './audit-service.ts'
import { verifyAudit } from './audit-store.ts'
import { maskSecrets } from './mask.ts'

const entry = (target: string) => ({
  actorId: 1,
  actorName: 'root',
  clientIp: '::1',
  action: 'channel.update' as const,
  target,
  detail: { target },
  requestId: 'R',
})

eachDatabase('the audit log', ({ database }) => {
  test('is one chain, also of rows that were written at the same time', async () => {
    const audit = auditService(database())
    await Promise.all(Array.from({ length: 30 }, (_, at) => audit.write(entry(`a${at}`))))
    expect(await verifyAudit(database())).toEqual({ rows: 30, brokenAt: undefined })
  })

  test('detects a row that was changed, removed, or cut off at the end', async () => {
    // These changes are what an intruder would do; no task of ours can.
    const rows = await database().read.selectFrom('audit').selectAll().orderBy('id').execute()
    if (database().kind === 'sqlite') return // the reader's connection cannot write
    const { id, detail } = rows[9]!
    await database().read.updateTable('audit').set({ detail: '{}' }).where('id', '=', id).execute()
    expect(await verifyAudit(database())).toEqual({ rows: 9, brokenAt: Number(id) })
    await database().read.updateTable('audit').set({ detail }).where('id', '=', id).execute()
    expect((await verifyAudit(database())).brokenAt).toBeUndefined()

    await database().read.deleteFrom('audit').where('id', '=', rows[29]!.id).execute()
    expect(await verifyAudit(database())).toEqual({ rows: 29, brokenAt: Number(rows[28]!.id) })
    await database().read.deleteFrom('audit').where('id', '=', rows[4]!.id).execute()
    expect(await verifyAudit(database())).toEqual({ rows: 4, brokenAt: Number(rows[5]!.id) })
  })
})

test('secrets are masked by their name and by their look', () => {
  const masked = maskSecrets({
    key: 'k',
    password: 'p',
    confirmPassword: 'p',
    api_key: 'a',
    webhook_secret: 's',
    name: 'plain',
    empty_key: '',
    model: 'gpt-5',
    note: 'use sk-abcdefgh1234, wat_abcdefgh1234 or Bearer abc.def',
    setting: { proxy: 'http://me:pw@proxy.test:1' },
    list: [{ token: 't' }],
    param_override: '{"a": 1, "api_key": "inner"}',
  })
  expect(masked).toEqual({
    key: '***',
    password: '***',
    confirmPassword: '***',
    api_key: '***',
    webhook_secret: '***',
    name: 'plain',
    empty_key: '',
    model: 'gpt-5',
    note: 'use ***, *** or ***',
    setting: { proxy: 'http://***@proxy.test:1' },
    list: [{ token: '***' }],
    param_override: '{"a":1,"api_key":"***"}',
  })
})
