import type { ListedRedemption, RedemptionSummary } from '@waystation/contract/money/redemption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../domain/ledger/reconcile/reconcile.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

interface Page {
  readonly items: ListedRedemption[]
  readonly total: number
  readonly page: number
}

eachKind('redemption codes', (kind) => {
  let console: TestConsole
  let admin: Visitor
  let ann: Visitor
  let bob: Visitor

  beforeAll(async () => {
    console = await openConsole({ kind })
    await console.root()
    admin = await console.user('keeper', 10)
    ann = await console.user('ann')
    bob = await console.user('bob')
  }, 180_000)
  afterAll(() => console.close())

  const call = async <Data>(line: string, body?: object, as = admin) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success, `${line}: ${json.message} ${JSON.stringify(json.fields)}`).toBe(true)
    return json.data as Data
  }
  const refusal = async (line: string, body?: object, as = admin) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success).toBe(false)
    return json.code
  }
  const create = (body: object) => call<string[]>('POST /api/redemption/', { name: 'codes', ...body })
  const named = async (name: string) => (await call<Page>(`GET /api/redemption/search?keyword=${name}`)).items
  const redeem = (key: string, as = ann) => call<{ quota: number; is_gift: boolean }>('POST /api/user/topup', { key }, as)
  const refuse = (key: string, as = ann) => refusal('POST /api/user/topup', { key }, as)
  const balance = async (as: Visitor) => (await call<{ quota: number }>('GET /api/user/self', undefined, as)).quota

  test('a batch: every code is another one of 32 hex digits, and stands in the list as it is', async () => {
    const codes = await create({ name: 'batch', count: 100, quota: 2500 })
    expect(new Set(codes).size).toBe(100)
    expect(codes.every((code) => /^[0-9a-f]{32}$/.test(code))).toBe(true)
    const page = await call<Page>('GET /api/redemption/?p=1&page_size=100')
    expect(page.total).toBe(100)
    expect(page.items.map(({ key }) => key).toSorted()).toEqual(codes.toSorted())
    expect(page.items[0]).toMatchObject({
      ...{ user_id: admin.id, name: 'batch', status: 1, quota: 2500, redeemed_time: 0, used_user_id: 0, used_count: 0 },
      ...{ is_gift: false, max_uses: -1, valid_from: 0, valid_until: 0 },
    })
    expect(await call<number>('GET /api/redemption/count-by-name?name=batch')).toBe(100)
    expect(await call<number>('DELETE /api/redemption/delete-by-name?name=batch')).toBe(100)
    expect(await refuse(codes[0] ?? '')).toBe('redemption_invalid')
  })

  test.each([
    [{ count: 0 }, 'count'],
    [{ count: 101 }, 'count'],
    [{ name: '   ' }, 'name'],
    [{ name: 'a name of 21 letters!' }, 'name'],
    [{ quota: 0 }, 'quota'],
    [{ quota: 1.5 }, 'quota'],
    [{ quota: 1e308 }, 'quota'],
    [{ quota: -5 }, 'quota'],
    [{ max_uses: 0 }, 'max_uses'],
    [{ max_uses: -2 }, 'max_uses'],
    [{ key: 'x'.repeat(33) }, 'key'],
    [{ valid_from: 2000, valid_until: 2000 }, 'valid_until'],
  ])('%j is refused at its field, and no code is made', async (body, field) => {
    const before = (await call<Page>('GET /api/redemption/')).total
    const { json } = await console.call('POST /api/redemption/', { as: admin, body: { name: 'bad', ...body } })
    expect(json.success).toBe(false)
    expect(Object.keys(json.fields ?? {})).toEqual([field])
    expect((await call<Page>('GET /api/redemption/')).total).toBe(before)
  })

  test('a code of one’s own is one code, trimmed, and never two', async () => {
    expect(await create({ name: 'own', key: '  WELCOME-2026 ', count: 7 })).toEqual(['WELCOME-2026'])
    expect(await refusal('POST /api/redemption/', { name: 'own', key: 'WELCOME-2026' })).toBe('redemption_key_taken')
    const [own] = await named('own')
    await call(`DELETE /api/redemption/${own?.id}/`)
    expect(await refusal('POST /api/redemption/', { name: 'own', key: 'WELCOME-2026' })).toBe('redemption_key_taken')
  })

  test('a code is redeemed once, by whoever is first; the log says so', async () => {
    const [code = ''] = await create({ name: 'once', quota: 700_000 })
    const before = await balance(ann)
    expect(await redeem(`  ${code} `)).toEqual({ quota: 700_000, is_gift: false })
    expect(await balance(ann)).toBe(before + 700_000)
    expect([await refuse(code), await refuse(code, bob)]).toEqual(['redemption_used_by_you', 'redemption_used'])
    const [used] = await named('once')
    expect(used).toMatchObject({ status: 3, used_user_id: ann.id, used_count: 1 })
    expect(used?.redeemed_time).toBeGreaterThan(0)
    const { items } = await call<{ items: { type: number; content: string }[] }>('GET /api/log/self?type=1', undefined, ann)
    expect(items[0]?.content).toContain('$1.40')
  })

  test('MON-7 a generated code may be typed with spaces, dashes, capitals and look-alike letters', async () => {
    const codes = await create({ name: 'typed', count: 20 })
    const code = codes.find((text) => text.includes('0') && text.includes('1')) ?? ''
    const typed = code
      .replaceAll('0', 'O')
      .replaceAll('1', 'l')
      .replaceAll(/(.{8})/g, '$1- ')
    expect(typed).not.toBe(code)
    expect(await redeem(typed)).toMatchObject({ is_gift: false })
    const [other = ''] = codes.filter((text) => text !== code)
    expect(await redeem(other.toUpperCase())).toMatchObject({ is_gift: false })
  })

  test('signs that nobody sees are no part of a code, when it is made and when it is redeemed', async () => {
    const [own, generated] = [await create({ name: '\u200bunseen', key: '\ufeffSPRING-SALE\u2060' }), await create({ quota: 10 })]
    expect(own).toEqual(['SPRING-SALE'])
    expect(await named('unseen')).toMatchObject([{ name: 'unseen' }])
    await redeem('\u200bSPRING-\u00adSALE \u200b', bob)
    await redeem(`${generated[0]?.slice(0, 9)}\u200b${generated[0]?.slice(9)}`, bob)
    expect(await refuse('\u200b')).toBe('redemption_empty')
  })

  test('each reason has its own words: empty, unknown, disabled, too early, too late', async () => {
    const now = Math.floor(Date.now() / 1000)
    const [early = ''] = await create({ name: 'early', valid_from: now + 3600 })
    const [late = ''] = await create({ name: 'late', valid_from: now - 7200, valid_until: now - 3600 })
    const [off = ''] = await create({ name: 'off' })
    await call('PUT /api/redemption/?status_only=true', { id: (await named('off'))[0]?.id, status: 2 })
    expect(await Promise.all(['', 'no-such-code', off, early, late].map((key) => refuse(key)))).toEqual([
      'redemption_empty',
      'redemption_invalid',
      'redemption_disabled',
      'redemption_not_yet',
      'redemption_expired',
    ])
  })

  test('a gift code is for many, once each, and until it is used up', async () => {
    const [gift = ''] = await create({ name: 'gift', is_gift: true, max_uses: 2, quota: 1000 })
    expect(await redeem(gift)).toEqual({ quota: 1000, is_gift: true })
    expect(await refuse(gift)).toBe('redemption_used_by_you')
    expect((await named('gift'))[0]).toMatchObject({ status: 1, used_count: 1, used_user_id: 0 })
    await redeem(gift, bob)
    expect(await refuse(gift, await console.user('third'))).toBe('redemption_exhausted')
    expect((await named('gift'))[0]).toMatchObject({ status: 3, used_count: 2 })
  })

  test('a disabled gift code gives nothing (BUG-54)', async () => {
    const [gift = ''] = await create({ name: 'stopped', is_gift: true })
    await call('PUT /api/redemption/batch-disable', { ids: [(await named('stopped'))[0]?.id] })
    expect(await refuse(gift)).toBe('redemption_disabled')
  })

  test('MON-7 200 redemptions of one gift at the same time give exactly its uses', async () => {
    const [gift = ''] = await create({ name: 'storm', is_gift: true, max_uses: 7, quota: 10 })
    const people = await Promise.all(Array.from({ length: 20 }, (_, at) => console.user(`storm-${at}`)))
    const before = await Promise.all(people.map(balance))
    const tries = people.flatMap((person) =>
      Array.from({ length: 10 }, () => console.call('POST /api/user/topup', { as: person, body: { key: gift } })),
    )
    const answers = await Promise.all(tries)
    expect(answers).toHaveLength(200)
    expect(answers.filter(({ json }) => json.success)).toHaveLength(7)
    const after = await Promise.all(people.map(balance))
    expect(after.reduce((sum, units, at) => sum + units - (before[at] ?? 0), 0)).toBe(70)
    expect((await named('storm'))[0]).toMatchObject({ status: 3, used_count: 7 })
  })

  test('everything can be changed until the first use, and nothing after it', async () => {
    const [code = ''] = await create({ name: 'change' })
    const id = (await named('change'))[0]?.id
    const changed = { id, name: 'changed', quota: 5, is_gift: true, max_uses: 3, valid_from: 1, valid_until: 4_000_000_000 }
    expect(await call('PUT /api/redemption/', changed)).toMatchObject(changed)
    expect(await refusal('PUT /api/redemption/', { id, valid_until: 1 })).toBe('valid_until_before_from')
    expect(await call<ListedRedemption>(`GET /api/redemption/${id}`)).toMatchObject(changed)
    await redeem(code)
    expect(await refusal('PUT /api/redemption/', { id, quota: 900_000 })).toBe('redemption_frozen')
    expect(await call<ListedRedemption>(`GET /api/redemption/${id}`)).toMatchObject({ quota: 5 })
  })

  test('a code that is used up can neither be enabled nor disabled', async () => {
    const [code = ''] = await create({ name: 'final' })
    const id = (await named('final'))[0]?.id
    expect(await refusal('PUT /api/redemption/?status_only=true', { id, status: 3 })).toBe('redemption_status_unknown')
    await redeem(code)
    expect(await refusal('PUT /api/redemption/?status_only=true', { id, status: 1 })).toBe('redemption_status_final')
    expect(await call<number>('PUT /api/redemption/batch-disable', { ids: [id] })).toBe(0)
  })

  test('disabling many counts those that could be used; deleting the disabled leaves the others', async () => {
    await create({ name: 'many', count: 5 })
    const ids = (await named('many')).map(({ id }) => id)
    expect(await call<number>('PUT /api/redemption/batch-disable', { ids: [...ids.slice(0, 3), 2_147_483_647, -1] })).toBe(3)
    expect(await call<number>('PUT /api/redemption/batch-disable', { ids: ids.slice(0, 3) })).toBe(0)
    expect(await refusal('PUT /api/redemption/batch-disable', { ids: [] })).toBeTruthy()
    expect(await call<number>('DELETE /api/redemption/delete-disabled')).toBeGreaterThanOrEqual(3)
    expect((await named('many')).map(({ id }) => id)).toEqual(ids.slice(3))
  })

  test('a search looks at the beginning of the name, or at the id; wildcards mean nothing', async () => {
    await create({ name: 'spring-sale' })
    const [found] = await named('SPRING')
    expect(found?.name).toBe('spring-sale')
    expect(await named('sale')).toEqual([])
    expect(await named('%25')).toEqual([])
    expect((await named(String(found?.id))).map(({ id }) => id)).toContain(found?.id)
  })

  test('codes are listed by what they can still do, also those of a search', async () => {
    const now = Math.floor(Date.now() / 1000)
    await create({ name: 'state now' })
    await create({ name: 'state later', valid_from: now + 3600 })
    await create({ name: 'state over', valid_from: now - 7200, valid_until: now - 3600 })
    await create({ name: 'state off' })
    const [taken = ''] = await create({ name: 'state taken', is_gift: true, max_uses: 1 })
    await redeem(taken, bob)
    const [off] = await named('state%20off')
    await call('PUT /api/redemption/batch-disable', { ids: [off?.id] })
    const states = ['available', 'not_yet', 'expired', 'disabled', 'used'] as const
    const found = await Promise.all(states.map((state) => call<Page>(`GET /api/redemption/search?keyword=state&state=${state}`)))
    expect(found.map(({ items, total }) => [total, ...items.map(({ name }) => name)])).toEqual([
      [1, 'state now'],
      [1, 'state later'],
      [1, 'state over'],
      [1, 'state off'],
      [1, 'state taken'],
    ])
    const all = await call<Page>('GET /api/redemption/?state=not_yet&page_size=100')
    expect(all.items.every(({ valid_from }) => valid_from > now)).toBe(true)
    expect(all.items.map(({ name }) => name)).toContain('state later')
    expect(await refusal('GET /api/redemption/?state=lost')).toBeDefined()
  })

  test('the list and the single code name who made a code and who redeemed it; a gift names nobody', async () => {
    const [single = ''] = await create({ name: 'whose' })
    const [gift = ''] = await create({ name: 'whose gift', is_gift: true })
    expect((await named('whose')).map(({ username, used_username }) => [username, used_username])).toEqual([
      ['keeper', ''],
      ['keeper', ''],
    ])
    await redeem(single)
    await redeem(gift)
    const [givenAway, redeemed] = await named('whose')
    expect(redeemed).toMatchObject({ key: single, username: 'keeper', used_user_id: ann.id, used_username: 'ann' })
    expect(givenAway).toMatchObject({ key: gift, username: 'keeper', used_user_id: 0, used_username: '', used_count: 1 })
    expect(await call<ListedRedemption>(`GET /api/redemption/${redeemed?.id}`)).toEqual(redeemed)
    await call('DELETE /api/redemption/delete-by-name?name=whose')
    await call('DELETE /api/redemption/delete-by-name?name=whose%20gift')
  })

  test('the summary counts what could be redeemed now, and adds up what was', async () => {
    const summary = () => call<RedemptionSummary>('GET /api/redemption/summary')
    const before = await summary()
    const hour = 3600
    const now = Math.floor(Date.now() / 1000)
    const [first = ''] = await create({ name: 'counted', count: 2, quota: 700 })
    const [gift = ''] = await create({ name: 'counted', quota: 50, is_gift: true, max_uses: 5 })
    await create({ name: 'counted', valid_from: now + hour })
    await create({ name: 'counted', valid_until: now - hour })
    await create({ name: 'counted' })
    const [newest] = await named('counted')
    await call('PUT /api/redemption/?status_only=true', { id: newest?.id, status: 2 })
    expect(await summary()).toEqual({ ...before, total: before.total + 6, available: before.available + 3 })
    await redeem(first)
    await redeem(gift)
    await redeem(gift, bob)
    expect(await summary()).toEqual({
      total: before.total + 6,
      available: before.available + 2,
      redeemed: before.redeemed + 800,
    })
    await call('DELETE /api/redemption/delete-by-name?name=counted')
    expect(await summary()).toEqual(before)
    expect((await console.call('GET /api/redemption/summary', { as: ann })).json.success).toBe(false)
  })

  test('names must be given to count or delete by them', async () => {
    expect(await refusal('GET /api/redemption/count-by-name?name=%20')).toBe('name_required')
    expect(await refusal('DELETE /api/redemption/delete-by-name')).toBe('name_required')
  })

  test('codes are found by their id, and those that do not exist are not', async () => {
    expect(await refusal('GET /api/redemption/99999')).toBe('not_found')
    expect(await refusal('DELETE /api/redemption/99999/')).toBe('not_found')
  })

  test('the text of a code is in no row of the database and in no entry of the audit log', async () => {
    const [code = ''] = await create({ name: 'hidden' })
    const rows = [
      await console.database.read.selectFrom('redemption').selectAll().execute(),
      await console.database.read.selectFrom('audit').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain(code)
  })

  test('after twenty codes that do not count there is a pause, also for a right one', async () => {
    const guesser = await console.user('guesser')
    const [code = ''] = await create({ name: 'guessed' })
    const guess = (key: string) => console.call('POST /api/user/topup', { as: guesser, body: { key }, from: '198.51.100.99' })
    for (let at = 0; at < 20; at += 1) expect((await guess(`guess-${at}`)).json.code).toBe('redemption_invalid')
    expect((await guess(code)).json.code).toBe('login_throttled')
  })

  test('the books are right after all of it', async () => {
    expect((await reconcile(console.database)).differences).toEqual([])
  })
})
