import { endpoints } from '@waystation/contract/api/endpoints'
import { getStatus } from '@waystation/contract/api/setup'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../testing/console.ts'
import { apiRoutes } from './routes.ts'

let console: TestConsole
let root: Visitor

beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
})
afterAll(() => console.close())

test('what is mounted is what the contract declares, each once', () => {
  const mounted = apiRoutes({} as never).map(({ endpoint }) => endpoint)
  expect(new Set(mounted)).toEqual(new Set(endpoints))
  expect(mounted).toHaveLength(endpoints.length)
})

test('the status matches the contract exactly', async () => {
  const { status, json, headers } = await console.call('GET /api/status')
  expect(status).toBe(200)
  expect(getStatus.data.strict().parse(json.data)).toMatchObject({ setup: true, system_name: 'Waystation', quota_per_unit: 500_000 })
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['x-request-id']).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
})

test('after setup the super admin has a balance and is who they are', async () => {
  const { json } = await console.call('GET /api/user/self', { as: root })
  expect(json.data).toMatchObject({ username: 'root', role: 100, quota: 100_000_000, used_quota: 0, request_count: 0 })
})
