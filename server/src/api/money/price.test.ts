// Prices as versions: several settings at once, the history, and the way back.
import type { PriceVersion, PriceVersionRecord } from '@waystation/contract/prices/price-version'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openOptions } from '../../domain/option/option-service.ts'
import { savePriceVersion } from '../../domain/pricing/versions/price-version-store.ts'
import { secretsOf } from '../../lib/secret.ts'
import { localInvalidation } from '../../lib/shared/invalidation.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

eachKind('versions of the prices', (kind) => {
  let console: TestConsole
  let root: Visitor
  let admin: Visitor

  beforeAll(async () => {
    console = await openConsole({ kind })
    root = await console.root()
    admin = await console.user('keeper', 10)
  }, 180_000)
  afterAll(() => console.close())

  const call = async <Data>(line: string, body?: object, as = admin) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success, `${line}: ${json.message}`).toBe(true)
    return json.data as Data
  }
  const refusal = async (line: string, body?: object, as = admin) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success).toBe(false)
    return json
  }
  const save = async (changes: Record<string, unknown>, more: object = {}) => {
    const texts = Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, textOf(value)]))
    return (await call<{ version: number }>('PUT /api/price/', { changes: texts, ...more })).version
  }
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const newest = async () => (await call<{ items: PriceVersion[]; total: number }>('GET /api/price/versions?page_size=1')).items[0]
  const record = (id: number) => call<PriceVersionRecord>(`GET /api/price/versions/${id}`)
  const stored = (key: string) => console.options.storedText(key)

  test('a new installation begins with the prices that came with it', async () => {
    const page = await call<{ items: PriceVersion[]; total: number }>('GET /api/price/versions')
    const first = page.items.at(-1)
    expect(first).toMatchObject({ cause: 'product', user_id: 0, username: '', returned_to: 0, changed_settings: [], changes: 0 })
    expect((await record(first?.id ?? 0)).changed).toEqual([])
  })

  test('several settings are one version, with who, why, and each value before and after', async () => {
    const before = (await newest())?.id ?? 0
    const version = await save(
      { ModelRatio: { 'gpt-4o': 2.5, 'house-model': 0.1, 'gpt-4o-mini': null }, GroupRatio: { default: 1, vip: 0.8, svip: 1 } },
      { note: '  July prices ' },
    )
    expect(version).toBeGreaterThan(before)
    expect(await newest()).toMatchObject({
      ...{ id: version, cause: 'change', user_id: admin.id, username: 'keeper', note: 'July prices' },
      ...{ changed_settings: ['ModelRatio', 'GroupRatio'], changes: 10, returned_to: 0 },
    })
    expect((await record(version)).changed).toEqual([
      { key: 'ModelRatio', name: 'gpt-4o', before: '1.25', after: '2.5' },
      { key: 'ModelRatio', name: 'gpt-4o-mini', before: '0.075', after: null },
      { key: 'ModelRatio', name: 'house-model', before: null, after: '0.1' },
      { key: 'GroupRatio', name: 'vip', before: '1', after: '0.8' },
    ])
    expect(console.options.priceVersion).toBe(version)
  })

  test('a new price of input is one price in dollars, whatever becomes of the ratios over it', async () => {
    await save({ ModelRatio: { 'house-chat': 0.625 }, CompletionRatio: { 'house-chat': 8 }, CacheRatio: { 'house-chat': 0.1 } })
    // 1.40 for input; output stays at 10 dollars, cached input at 12.5 cents.
    const version = await save({
      ModelRatio: { 'house-chat': 0.7 },
      CompletionRatio: { 'house-chat': 7.142857142857 },
      CacheRatio: { 'house-chat': 0.089285714286 },
    })
    const { changed, prices } = await record(version)
    expect(changed).toHaveLength(3)
    expect(prices).toEqual([{ model: 'house-chat', column: 'freshInput', before: '1.25', after: '1.4' }])
    expect(await newest()).toMatchObject({ id: version, changes: 1 })
    const gone = await save({
      ModelRatio: { 'house-chat': null },
      CompletionRatio: { 'house-chat': null },
      CacheRatio: { 'house-chat': null },
    })
    expect((await record(gone)).prices).toEqual([
      { model: 'house-chat', column: 'freshInput', before: '1.4', after: null },
      { model: 'house-chat', column: 'cacheRead', before: '0.125', after: null },
      { model: 'house-chat', column: 'output', before: '10', after: null },
    ])
  })

  test('what one setting forbids, all of them do not do: nothing is stored, and there is no version', async () => {
    const before = await newest()
    const [ratios, prices] = [stored('ModelRatio'), stored('ModelPrice')]
    const mixed = { fallback_pricing_enabled: 'true', fallback_single_price: '0.1', fallback_input_ratio: '1' }
    expect(await refusal('PUT /api/price/', { changes: { ModelRatio: '{"gpt-4o": 9}', ...mixed } })).toMatchObject({
      code: 'fallback_mixed',
    })
    expect(await refusal('PUT /api/price/', { changes: { ModelPrice: '{"m": 1}', CacheRatio: '{"m": -1}' } })).toMatchObject({
      code: 'bad_option',
    })
    expect(await refusal('PUT /api/price/', { changes: { ModelPrice: '{"m": 1}', SystemName: 'x' } })).toMatchObject({
      code: 'not_a_price_setting',
    })
    expect([stored('ModelRatio'), stored('ModelPrice')]).toEqual([ratios, prices])
    expect(await newest()).toEqual(before)
  })

  test('both kinds of fallback price change places in one step', async () => {
    await save({ fallback_input_ratio: '1', fallback_completion_ratio: '2', fallback_pricing_enabled: 'true' })
    await save({ fallback_input_ratio: '', fallback_completion_ratio: '', fallback_single_price: '0.02' })
    await save({ fallback_pricing_enabled: 'false', fallback_single_price: '' })
  })

  test('what changes nothing is no version', async () => {
    const before = (await newest())?.id
    expect(await save({ ModelRatio: stored('ModelRatio') })).toBe(before)
    expect(await save({})).toBe(before)
    expect((await newest())?.id).toBe(before)
  })

  test('a single setting makes a version too, and settings of other things make none', async () => {
    const before = (await newest())?.id ?? 0
    await call('PUT /api/option/', { key: 'CacheRatio', value: '{"house-model": 0.5}' }, root)
    expect(await newest()).toMatchObject({ cause: 'change', username: 'root', changed_settings: ['CacheRatio'], changes: 1 })
    const after = (await newest())?.id ?? 0
    expect(after).toBeGreaterThan(before)
    await call('PUT /api/option/', { key: 'SystemName', value: 'Other' }, root)
    expect((await newest())?.id).toBe(after)
  })

  test('who looked at an earlier version is told that there is a newer one', async () => {
    const seen = (await newest())?.id ?? 0
    const version = await save({ ModelPrice: { 'house-image': 0.04 } }, { based_on: seen })
    const late = await refusal('PUT /api/price/', { changes: { ModelPrice: '{"house-image": 0.05}' }, based_on: seen })
    expect(late).toMatchObject({ code: 'price_version_newer' })
    expect(late.message).toContain(String(version))
    expect(JSON.parse(stored('ModelPrice'))).toEqual({ 'house-image': 0.04 })
  })

  test('one goes back to a version: all price settings are as they were, the history goes on', async () => {
    const keys = ['ModelRatio', 'ModelPrice', 'CacheRatio', 'GroupRatio', 'UserGroupRatio']
    const texts = () => keys.map(stored)
    const good = (await newest())?.id ?? 0
    const before = texts()
    await save({
      ModelRatio: '',
      ModelPrice: { 'house-image': 7 },
      UserGroupRatio: { vip: { default: 0.5 } },
      CacheRatio: { 'gpt-4o': null },
    })
    expect(texts()).not.toEqual(before)
    const { version } = await call<{ version: number }>(`POST /api/price/versions/${good}/return`, { note: 'too dear' })
    expect(texts()).toEqual(before)
    expect(await newest()).toMatchObject({ id: version, cause: 'return', returned_to: good, username: 'keeper', note: 'too dear' })
    // Once more changes nothing.
    expect(await call(`POST /api/price/versions/${good}/return`, {})).toEqual({ version })
    expect(await refusal('POST /api/price/versions/999999/return', {})).toMatchObject({ code: 'not_found' })
    expect(await refusal('GET /api/price/versions/999999')).toMatchObject({ code: 'not_found' })
  })

  test('changes at the same time: each is one version, and the settings are those of the last', async () => {
    const values = [1, 2, 3, 4, 5, 6]
    const made = await Promise.all(values.map((value) => save({ ModelRatio: { storm: value } })))
    expect(new Set(made).size).toBe(values.length)
    const last = made.indexOf(Math.max(...made)) + 1
    expect(JSON.parse(stored('ModelRatio'))).toMatchObject({ storm: last })
    expect((await record(Math.max(...made))).changed).toMatchObject([{ key: 'ModelRatio', name: 'storm', after: String(last) }])
  })

  test('a new process knows the version, and other built-in prices are one', async () => {
    const open = () => openOptions(console.database, secretsOf(Buffer.alloc(32, 7)), localInvalidation())
    const { priceVersion } = console.options
    const again = await open()
    await again.noteBuiltInPrices()
    expect(again.priceVersion).toBe(priceVersion)
    const other = {
      cause: 'product',
      userId: 0,
      returnedTo: 0,
      note: '',
      settings: {},
      builtIn: 'another',
      changedSettings: [],
      changes: 0,
    } as const
    await console.database.run(savePriceVersion, other)
    const updated = await open()
    await updated.noteBuiltInPrices()
    expect(await newest()).toMatchObject({ id: updated.priceVersion, cause: 'product', changes: 0 })
    expect(updated.priceVersion).toBeGreaterThan(priceVersion + 1)
  })
})

describe('special ratios of user groups', () => {
  let console: TestConsole
  let root: Visitor
  beforeAll(async () => {
    console = await openConsole()
    root = await console.root()
    const value = JSON.stringify({ vip: { default: 0.5 } })
    expect((await console.call('PUT /api/option/', { as: root, body: { key: 'UserGroupRatio', value } })).json.success).toBe(true)
  }, 180_000)
  afterAll(() => console.close())

  test('each user is shown the ratios that count for them', async () => {
    const [plain, vip] = [await console.user('plain'), await console.user('vip-user')]
    const edit = { id: vip.id, group: 'vip' }
    expect((await console.call('PUT /api/user/', { as: root, body: edit })).json.success).toBe(true)
    const ratios = async (as?: Visitor) => {
      const { json } = await console.call('GET /api/pricing', as ? { as } : {})
      return (json as unknown as { group_ratio: Record<string, number> }).group_ratio
    }
    expect(await ratios()).toMatchObject({ default: 1 })
    expect(await ratios(plain)).toMatchObject({ default: 1, vip: 1 })
    expect(await ratios(vip)).toMatchObject({ default: 0.5, vip: 1 })
  })
})
