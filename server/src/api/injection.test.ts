// SEC-5: texts that would be SQL, in every text of every body and in the headers, on all three databases.
import { endpoints } from '@waystation/contract/api/endpoints'
import { type EndpointSpec, isWrite } from '@waystation/contract/channels/endpoint'
import { cellsToTry } from '@waystation/wire/testing/matrix'
import { expect, test } from 'vitest'
import { openConsole } from '../testing/console.ts'
import { eachKind } from '../testing/databases/databases.ts'
import { sampleBody } from '../testing/sample-body.ts'

const texts = [
  "' or '1'='1",
  "1'; update user set role = 100; --",
  '" union select password_hash from user --',
  "\\'; drop table token; #",
  '`user`',
  "'||(select value from meta)||'",
  '$1',
  '?',
  '%00',
  '{{7*7}}',
]

/** Bodies that are stored, with the text in them; the other calls get whatever fits their schema. */
const stored = (text: string): Readonly<Record<string, object>> => ({
  'POST /api/token/': { name: text, group: '' },
  'PUT /api/user/self': { display_name: text.slice(0, 20) },
  'PUT /api/option/': { key: 'Footer', value: text },
  'POST /api/channel/': { name: text, type: 1, key: text, models: text, base_url: 'http://127.0.0.1:9' },
})

eachKind('texts that would be SQL', (kind) => {
  test('SEC-5: they are only texts', async () => {
    const console = await openConsole({ kind })
    try {
      const root = await console.root()
      const user = await console.user('user')
      const victim = await console.user('victim')
      const columns = ['id', 'username', 'role', 'status', 'password_hash'] as const
      const rows = () =>
        console.database.read.selectFrom('user').select(columns).where('id', 'in', [root.id, victim.id]).orderBy('id').execute()
      const before = await rows()
      const writes = endpoints.filter((endpoint) => endpoint.body && isWrite(endpoint) && !/login|logout|setup|session/.test(endpoint.path))
      const done = new Set<string>()
      let calls = 0
      const lineOf = ({ method, path }: EndpointSpec) => `${method} ${path.replace(/\{\w+\}/g, '2147483000')}`
      const cells = texts.flatMap((text) =>
        writes.flatMap((endpoint) => [root, user].map((as) => ({ text, endpoint, as, line: lineOf(endpoint) }))),
      )
      const isStored = ({ line }: (typeof cells)[number]) => line in stored('')
      const others = cells.filter((cell) => !isStored(cell))
      const tried = cellsToTry(`texts that would be SQL on ${kind}`, others, ({ text, line, as }) => [text, `${line} ${as.username}`])
      for (const { text, endpoint, as, line } of [...cells.filter(isStored), ...tried]) {
        const body = stored(text)[line] ?? sampleBody(endpoint.body!, text)
        // Nobody is locked out, and nothing is tested against a vendor.
        const safe = typeof body === 'object' && body !== null && !Array.isArray(body) && 'id' in body ? { ...body, id: 2147483000 } : body
        const reply = await console.call(line, { as, body: safe })
        expect(reply.status, `${line} ${text}`).toBeLessThan(500)
        expect(reply.text, line).not.toMatch(/sqlite|syntax error|you have an error|postgres|\.ts:\d|argon2/i)
        if (reply.json.success) done.add(line)
        calls += 1
      }
      for (const text of texts) {
        for (const name of [
          'authorization',
          'cookie',
          'waystation-user',
          'x-api-key',
          'accept-language',
          'x-forwarded-for',
          'user-agent',
          'origin',
        ]) {
          const headers = { [name]: name === 'cookie' ? `session=${encodeURIComponent(text)}` : text }
          for (const line of ['GET /api/user/self', 'GET /api/log/token', 'GET /api/audit/']) {
            const reply = await console.call(line, { headers })
            expect(reply.json.success, `${line} ${name}`).toBe(false)
            expect(reply.status).toBeLessThan(500)
          }
        }
        // One of the texts is a valid name, and was registered above with itself as the password.
        for (const body of [
          { username: text, password: `${text} ` },
          { username: victim.username, password: text },
        ]) {
          const login = await console.call('POST /api/user/login', { body, from: '198.51.100.9' })
          expect(login.json.success, JSON.stringify(body)).toBe(false)
        }
      }
      expect(calls).toBeGreaterThan(150)
      expect([...done]).toEqual(expect.arrayContaining(Object.keys(stored(''))))
      expect(await rows()).toEqual(before)
      expect(console.errorsLogged).toEqual([])
    } finally {
      await console.close()
    }
  })
})
