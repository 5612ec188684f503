// Where the calls of a channel go, by what is typed as its address.
import { ChannelDraft } from '@waystation/contract/channels/channel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newChannelColumns } from '../../domain/channel/channel-draft.ts'
import { createChannel } from '../../domain/channel/channel-store.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'

let console: TestConsole
let root: Visitor

beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
})
afterAll(() => console.close())

const draft = { name: 'vendor', type: 1, key: 'key-1', models: 'model-a' }
const call = async (line: string, body?: object) => (await console.call(line, { as: root, ...(body ? { body } : {}) })).json
const record = async (id: number) => (await call(`GET /api/channel/${id}`)).data as { base_url: string }
const calledAt = async (id: number) => {
  await call(`GET /api/channel/test/${id}?model=model-a`)
  return console.probes.at(-1)?.baseUrl
}
/** A channel as it was stored before an address could name its version. */
const storedBefore = async (base_url: string) => {
  const columns = newChannelColumns(ChannelDraft.decode({ ...draft, base_url }))
  return Number((await console.database.run(createChannel, { columns, keys: [] })).id)
}

test('an address with a version of its own is shown as it was typed, and keeps its version through every edit', async () => {
  const { id } = (await call('POST /api/channel/', { ...draft, base_url: ' https://a.test/api/paas/v4/ ' })).data as unknown as {
    id: number
  }
  const shown = await record(id)
  expect(shown.base_url).toBe('https://a.test/api/paas/v4')
  expect(await calledAt(id)).toBe('https://a.test/api/paas/v4/')
  await call('PUT /api/channel/', { ...shown, name: 'renamed' })
  expect(await calledAt(id)).toBe('https://a.test/api/paas/v4/')
  const copy = (await call(`POST /api/channel/?copy_from=${id}`, { ...draft, base_url: shown.base_url })).data as unknown as { id: number }
  expect(await calledAt(copy.id)).toBe('https://a.test/api/paas/v4/')
})

test('a channel of before goes on calling what it called until its address is typed anew', async () => {
  const id = await storedBefore('https://a.test/v4')
  const shown = await record(id)
  await call('PUT /api/channel/', { ...shown, name: 'renamed', key: 'key-2' })
  expect(await calledAt(id)).toBe('https://a.test/v4')
  expect((await call('POST /api/channel/address', { type: 1, base_url: shown.base_url, id })).data).toEqual({ url: 'https://a.test/v4' })
  expect((await call('POST /api/channel/address', { type: 1, base_url: shown.base_url })).data).toEqual({ url: 'https://a.test/v4/' })
  await call('PUT /api/channel/', { id, base_url: 'https://a.test/v4/' })
  expect(await calledAt(id)).toBe('https://a.test/v4/')
})

test.each(['https://a.test/v1?key=a', 'https://a.test/v1#a'])('%s is refused, because nothing can be added to it', async (base_url) => {
  const refused = await call('POST /api/channel/', { ...draft, base_url })
  expect(refused).toMatchObject({ success: false, code: 'base_url_query', fields: { base_url: expect.stringContaining('?') } })
})

test('one that was stored with a query can still be edited', async () => {
  const id = await storedBefore('https://a.test/v1?key=a')
  expect((await call('PUT /api/channel/', { ...(await record(id)), name: 'renamed' })).success).toBe(true)
})
