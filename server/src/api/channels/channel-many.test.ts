import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'

let console: TestConsole
let admin: Visitor

beforeAll(async () => {
  console = await openConsole()
  await console.root()
  admin = await console.user('admin', 10)
})
afterAll(() => console.close())

const draft = { name: 'vendor', type: 1, key: 'k', models: 'model-a', group: 'default' }
const call = async (line: string, body?: object) => (await console.call(line, { as: admin, body })).json
const create = async (fields: object) => (await call('POST /api/channel/', { ...draft, ...fields })).data as { readonly id: number }

test('errors are reported at their fields, and an unused tag as not found', async () => {
  expect(await call('PUT /api/channel/tag', { tag: ' ' })).toMatchObject({ success: false, fields: { tag: expect.any(String) } })
  expect(await call('PUT /api/channel/tag', { tag: 't', weight: -1 })).toMatchObject({ fields: { weight: expect.any(String) } })
  expect(await call('PUT /api/channel/tag', { tag: 't', model_mapping: '{' })).toMatchObject({
    fields: { model_mapping: expect.any(String) },
  })
  expect((await call('PUT /api/channel/tag', { tag: 't', new_tag: 't', models: '', groups: null })).code).toBe('tag_no_changes')
  expect((await call('POST /api/channel/tag/enabled', { tag: 'nobody' })).code).toBe('not_found')
  expect(await call('POST /api/channel/batch', { ids: [] })).toMatchObject({ fields: { ids: expect.any(String) } })
  expect(await call('POST /api/channel/batch/tag', { ids: ['a'], tag: 'x' })).toMatchObject({ success: false })
  expect((await console.call('GET /api/channel/health?ids=1,x', { as: admin })).json.success).toBe(false)
})

test('what a tag’s change does is in force at once, and in the audit', async () => {
  const { id } = await create({ tag: 'pool' })
  const models = async () => (await call('GET /api/channel/models_enabled')).data as unknown as string[]
  expect((await call('PUT /api/channel/tag', { tag: 'pool', models: 'brand-new', model_mapping: '{"brand-new":"old"}' })).data).toBe(1)
  expect(await models()).toContain('brand-new')
  // What a question about the whole tag needs, whatever a list is narrowed down by.
  expect((await call('GET /api/channel/tag?tag=pool')).data).toEqual([{ id, name: 'vendor', status: 1 }])
  expect((await call('POST /api/channel/tag/disabled', { tag: 'pool' })).data).toBe(1)
  expect(await models()).not.toContain('brand-new')
  expect((await call(`GET /api/channel/${id}`)).data).toMatchObject({ status: 2, model_mapping: '{"brand-new":"old"}', group: 'default' })
  const audit = await console.database.read.selectFrom('audit').select(['action', 'target']).where('action', '=', 'channel.tag').execute()
  expect(audit.map(({ target }) => target)).toContain('pool')
})

test('a change of several channels is shown before, made, told in the audit and taken back', async () => {
  const { id } = await create({ name: 'shown', tag: 'old' })
  const body = { ids: [id], change: { models: { how: 'add', items: 'model-b' }, tags: { how: 'replace', items: 'new,night' }, weight: 5 } }
  const expected = [
    {
      ...{ id, name: 'shown' },
      before: { models: 'model-a', tag: 'old', weight: 0 },
      after: { models: 'model-a,model-b', tag: 'new,night', weight: 5 },
    },
  ]
  expect((await call('POST /api/channel/batch/edit', { ...body, preview: true })).data).toEqual(expected)
  expect((await call(`GET /api/channel/${id}`)).data).toMatchObject({ models: 'model-a', tag: 'old' })
  expect((await call('POST /api/channel/batch/edit', body)).data).toEqual(expected)
  expect((await call('GET /api/channel/models_enabled')).data).toContain('model-b')
  expect((await call('PUT /api/channel/batch', { channels: [{ id, ...expected[0]?.before }] })).data).toBe(1)
  expect((await call(`GET /api/channel/${id}`)).data).toMatchObject({ models: 'model-a', tag: 'old', weight: 0, group: 'default' })
  expect(await call('POST /api/channel/batch/edit', { ids: [id], change: { models: { how: 'remove', items: 'model-a' } } })).toMatchObject({
    ...{ success: false, code: 'channel_models_required' },
    fields: { models: expect.any(String) },
  })
  expect(await call('POST /api/channel/fix', {})).toMatchObject({ success: true, mended: { lists: 0, keys: 0, reasons: 0 } })
  const audit = await console.database.read.selectFrom('audit').select('target').where('action', '=', 'channel.update').execute()
  expect(audit.map(({ target }) => target)).toContain(String(id))
  await call('POST /api/channel/batch', { ids: [id] })
})

test('channels are disabled together, which is in force at once and in the audit, and it is taken back', async () => {
  const { id } = await create({ name: 'switched', models: 'model-switched' })
  const models = async () => (await call('GET /api/channel/models_enabled')).data as unknown as string[]
  expect((await call('POST /api/channel/batch/status', { ids: [id, 99_999], status: 2 })).data).toEqual({ changed: [id], left_out: [] })
  expect(await models()).not.toContain('model-switched')
  expect((await call('POST /api/channel/batch/status', { ids: [id], status: 1, keeps_keys: true })).data).toEqual({
    changed: [id],
    left_out: [],
  })
  expect(await models()).toContain('model-switched')
  expect(await call('POST /api/channel/batch/status', { ids: [id], status: 3 })).toMatchObject({ fields: { status: expect.any(String) } })
  const audit = await console.database.read.selectFrom('audit').select('target').where('action', '=', 'channel.update').execute()
  expect(audit.filter(({ target }) => target === String(id)).length).toBe(2)
  await call('POST /api/channel/batch', { ids: [id] })
})

test('all channels are tested in the background, and the run can be polled', async () => {
  await create({ name: 'another' })
  const begun = (await call('GET /api/channel/test')).data as { readonly total: number }
  expect(begun.total).toBeGreaterThan(1)
  await expect.poll(async () => (await call('GET /api/channel/test/run')).data).toMatchObject({ done: begun.total, failed: 0 })
  expect(console.probes.length).toBe(begun.total)
})

test('the counts follow', async () => {
  expect((await call('GET /api/channel/counts')).data).toMatchObject({
    total: 2,
    enabled: 1,
    disabled: 1,
    auto_disabled: 0,
    test_failed: 0,
  })
  expect((await call('DELETE /api/channel/disabled')).data).toBe(1)
  expect((await call('GET /api/channel/counts')).data).toMatchObject({
    total: 1,
    enabled: 1,
    disabled: 0,
    auto_disabled: 0,
    test_failed: 0,
  })
})
