import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
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
    expect(await verifyAudit(database())).toEqual({ rows: 30, broken: 0, breaks: [] })
  })

  test('is whole whatever the texts are', async () => {
    const hostile = [
      'x\ud83d',
      '\udc00y',
      `${'a'.repeat(63)}😀`,
      `${'b'.repeat(127)}😀${'c'.repeat(300)}`,
      'n\0l',
      '😀'.repeat(200),
      '\n\r ',
    ] as const
    for (const text of hostile) {
      const shown = { actorName: text, clientIp: text, requestId: text, target: text }
      await auditService(database()).write({ ...entry(text), ...shown, detail: { [text]: text, long: `${'d'.repeat(1999)}😀` } })
    }
    expect(await verifyAudit(database())).toEqual({ rows: 30 + hostile.length, broken: 0, breaks: [] })
    const rows = await database().read.selectFrom('audit').select('target').orderBy('id').offset(30).limit(10).execute()
    expect(rows[0]?.target).toBe('x\uFFFD')
    expect(rows[3]?.target).toBe(`${'b'.repeat(127)}😀`)
  })

  test('names every row that was changed, every gap, and the end that was cut off', async () => {
    // These changes are what an intruder would do; no task of ours can.
    if (database().kind === 'sqlite') return // the reader's connection cannot write
    const rows = await database().read.selectFrom('audit').selectAll().orderBy('id').execute()
    const idOf = (at: number) => Number(rows.at(at)?.id)
    const { detail } = rows[9]!
    await database().read.updateTable('audit').set({ detail: '{}' }).where('id', '=', idOf(9)).execute()
    expect(await verifyAudit(database())).toMatchObject({ rows: rows.length, breaks: [{ id: idOf(9), kind: 'changed' }] })
    await database().read.updateTable('audit').set({ detail }).where('id', '=', idOf(9)).execute()
    expect((await verifyAudit(database())).breaks).toEqual([])

    await database().read.updateTable('audit').set({ detail: '{}' }).where('id', '=', idOf(2)).execute()
    await database()
      .read.deleteFrom('audit')
      .where('id', 'in', [idOf(-1), idOf(4)])
      .execute()
    expect(await verifyAudit(database())).toEqual({
      ...{ rows: rows.length - 2, broken: 3 },
      breaks: [
        { id: idOf(2), kind: 'changed' },
        { id: idOf(5), kind: 'gap' },
        { id: idOf(-2), kind: 'end' },
      ],
    })
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
    param_override: '{"a": 1, "api_key": "inner", "x-api-key": "i", "X-Goog-Api-Key": "i", "apikey": "i", "accessToken": "i"}',
    webhook_url: 'https://hooks.test/robot/send?access_token=0123456789abcdef',
    base_url: 'https://vendor.test/v1?api-version=1&subscription-key=0123456789',
    monkey: 'banana',
    max_tokens: 5,
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
    param_override: '{"a":1,"api_key":"***","x-api-key":"***","X-Goog-Api-Key":"***","apikey":"***","accessToken":"***"}',
    webhook_url: 'https://hooks.test/…cdef',
    base_url: 'https://vendor.test/v1?api-version=1&subscription-key=***',
    monkey: 'banana',
    max_tokens: 5,
  })
})
