// server 9, decision D54: a path parameter that is not a valid id makes a path that does not exist.
import { endpoints } from '@waystation/contract/api/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'

let console: TestConsole
let root: Visitor
beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
})
afterAll(() => console.close())

const notIds = ['', 'abc', '1.5', '-1', '+1', '1e3', '0x1', '%201', '1%20', '%31x', 'NaN', 'null', 'undefined', '[object%20Object]', '１']
const tooLarge = ['2147483648', '9007199254740993', '99999999999999999999', '1'.repeat(90)]
const bare = (path: string) => path.replace(/\/$/, '')

const cases = endpoints
  .filter(({ path }) => path.includes('{id}'))
  .flatMap((endpoint) =>
    [...notIds, ...tooLarge].map((id) => {
      const path = endpoint.path.replace('{id}', id)
      return { endpoint, path, name: `${endpoint.method} ${path}` }
    }),
  )
  // Without its id a path may be another call's: /api/channel/test tests all.
  .filter(({ endpoint, path }) => !endpoints.some((one) => one.method === endpoint.method && bare(one.path) === bare(path)))

describe.each<[string, () => Visitor | undefined]>([
  ['the super admin', () => root],
  ['a visitor', () => undefined],
])('for %s', (_name, actor) => {
  test.each(cases)('$name does not exist', async ({ endpoint, name }) => {
    const reply = await console.call(name, { as: actor(), ...(endpoint.body ? { body: {} } : {}) })
    expect([reply.status, reply.json.success, reply.json.code]).toEqual([404, false, 'unknown_path'])
    expect(String(reply.json.message)).not.toBe('')
  })
})

test.each([
  'GET /api/user/no_such_call',
  'GET /api/user/1/2',
  'GET /api/channel/no_such_call',
  'GET /api/channel/no_such_call/1/',
  'DELETE /api/channel/',
  'DELETE /api/token/',
  'GET /api/log/ledger/short',
  'GET /api/no_such_subject/?p=1',
])('%s, which is no call, answers 404 in the envelope', async (line) => {
  const reply = await console.call(line, { as: root })
  expect([reply.status, reply.json.success, reply.json.code]).toEqual([404, false, 'unknown_path'])
})

test('an id that no row has is a failure of the call, not of the address', async () => {
  for (const id of ['0', '2147483647', '0000000007']) {
    const reply = await console.call(`GET /api/channel/${id}/`, { as: root })
    expect([reply.status, reply.json.code], id).toEqual([200, 'not_found'])
  }
})
