// The books through the door: bills looked at, stored, replaced and deleted, what they say against our own count, and the ledger's check.
import { readFileSync } from 'node:fs'
import type { Bill, BillPreview, BookChecks, BooksOverview } from '@waystation/contract/money/books'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

const DAY = 86_400
const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000
const fixture = (name: string) => readFileSync(new URL(`../../domain/books/fixtures/${name}.csv`, import.meta.url), 'utf8')
const NOV = `start_timestamp=${day('2026-11-01')}&end_timestamp=${day('2026-11-08')}`

eachKind('books', (kind) => {
  let console: TestConsole
  let admin: Visitor
  let channel: number
  let other: number

  beforeAll(async () => {
    console = await openConsole({ kind, now: () => (day('2026-11-07') + 3600) * 1000 })
    await console.root()
    admin = await console.user('keeper', 10)
    const draft = { type: 1, key: 'key', models: 'gpt-5-mini', group: 'default', base_url: 'https://vendor.example' }
    const add = async (name: string) => (await call<{ id: number }>('POST /api/channel/', { ...draft, name })).id
    channel = await add('main')
    other = await add('other')
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
    return { code: json.code, message: json.message }
  }
  const upload = (text: string, channel_id = channel, more: object = {}) => ({ channel_id, file_name: 'november.csv', text, ...more })
  /** What calls left in the books, as the ledger folds it. */
  const count = (date: string, model: string, sums: { calls: number; quota: number; cost: number; unpriced?: number }, id = channel) =>
    sql`insert into book_day (day, channel_id, model_name, calls, quota, cost, unpriced, unpriced_quota, counted, counted_cost, cache_cost, failed)
        values (${day(date)}, ${id}, ${model}, ${sums.calls}, ${sums.quota}, ${sums.cost}, ${sums.unpriced ?? 0}, 0, 0, 0, 0, 0)`
  const overview = () => call<BooksOverview>(`GET /api/books/?${NOV}`)

  test('a bill is looked at before it is stored: form, days, models, sum, and what is known of it', async () => {
    await insert(count('2026-11-04', 'gpt-5-mini', { calls: 20, quota: 600_000, cost: 500_000 }))
    await insert(count('2026-11-06', 'gpt-5', { calls: 5, quota: 200_000, cost: 170_450 }))
    await insert(count('2026-11-06', 'gpt-5', { calls: 3, quota: 90_000, cost: 0, unpriced: 3 }, other))
    const preview = await call<BillPreview>('POST /api/books/bills/preview', upload(fixture('openai-costs')))
    expect(preview).toEqual({
      ...{ form: 'openai', lines: 4, first_day: day('2026-11-04'), last_day: day('2026-11-06'), days: 2 },
      ...{ amount: 670_457, dollars: '1.340915', cost: 670_450, replaces: { days: 0, amount: 0 } },
      models: [
        { model: 'gpt-5-mini-2025-08-07', amount: 500_007, is_known: true },
        { model: 'gpt-5', amount: 170_450, is_known: true },
      ],
    })
    expect(await call<Bill[]>('GET /api/books/bills')).toEqual([])
    const strange = await call<BillPreview>('POST /api/books/bills/preview', upload('date,model,amount\n2026-11-04,moon-1,0.5\n'))
    expect(strange.models).toEqual([{ model: 'moon-1', amount: 250_000, is_known: false }])
  })

  test('a stored bill stands beside our count, by channel, model and day, and each adds up to the same', async () => {
    await call('POST /api/books/bills', upload(fixture('openai-costs')))
    const books = await overview()
    expect(books.totals).toEqual({ calls: 28, revenue: 890_000, cost: 670_450, unpriced: 3, unpriced_revenue: 0, bill: 670_457, drift: 7 })
    for (const rows of [books.days, books.channels, books.models]) {
      const sum = (name: 'revenue' | 'cost' | 'calls') => rows.reduce((total, row) => total + row[name], 0)
      const billed = (name: 'bill' | 'drift') => rows.reduce((total, row) => total + (row[name] ?? 0), 0)
      expect([sum('calls'), sum('revenue'), sum('cost'), billed('bill'), billed('drift')]).toEqual([28, 890_000, 670_450, 670_457, 7])
    }
    expect(books.days).toHaveLength(7)
    expect(books.channels.map(({ name, bill, drift }) => [name, bill, drift])).toEqual([
      ['main', 670_457, 7],
      ['other', null, null],
    ])
    expect([books.channels_billed, books.channels_unbilled]).toEqual([1, 1])
    expect(books.drifts).toMatchObject([
      { cause: 'rounding', model: 'gpt-5-mini', day: day('2026-11-04'), channel: 'main', drift: 7, calls: 20 },
    ])
  })

  test('days of an earlier bill are replaced only when that was said, and only those', async () => {
    const later = 'date,model,amount\n2026-11-06,gpt-5,0.50\n2026-11-07,gpt-5,0.10\n'
    const preview = await call<BillPreview>('POST /api/books/bills/preview', upload(later))
    expect(preview.replaces).toEqual({ days: 1, amount: 170_450 })
    expect((await refusal('POST /api/books/bills', upload(later))).code).toBe('bill_days_exist')
    await call('POST /api/books/bills', upload(later, channel, { replace: true }))
    const bills = await call<Bill[]>('GET /api/books/bills')
    expect(bills.map(({ form, days, amount, first_day, username }) => [form, days, amount, first_day, username])).toEqual([
      ['general', 2, 300_000, day('2026-11-06'), 'keeper'],
      ['openai', 1, 500_007, day('2026-11-04'), 'keeper'],
    ])
    const { totals, drifts } = await overview()
    expect(totals.bill).toBe(800_007)
    expect(drifts.map(({ cause, drift }) => [cause, drift])).toEqual([
      ['unexplained', 79_550],
      ['unlogged', 50_000],
      ['rounding', 7],
    ])
    // The same file again replaces all of its own days, and the bill that has none left is gone.
    await call('POST /api/books/bills', upload(later, channel, { replace: true }))
    expect((await call<Bill[]>('GET /api/books/bills')).map(({ form }) => form)).toEqual(['general', 'openai'])
    // Another channel's days are its own.
    await call('POST /api/books/bills', upload(later, other))
    expect((await overview()).totals.bill).toBe(1_100_007)
  })

  test('a deleted bill is gone, and every upload and deletion is in the audit log', async () => {
    const bills = await call<Bill[]>('GET /api/books/bills')
    for (const { id } of bills) await call(`DELETE /api/books/bills/${id}`)
    expect((await refusal(`DELETE /api/books/bills/${bills[0]?.id}`)).code).toBe('not_found')
    expect((await overview()).totals).toMatchObject({ bill: null, drift: null })
    const rows = await console.database.read
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('action', 'like', 'bill.%')
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual([...Array(4).fill('bill.store'), ...Array(bills.length).fill('bill.delete')])
    expect(JSON.parse(rows[0]?.detail ?? '').after).toMatchObject({ channel_id: channel, form: 'openai', dollars: '1.340915', days: 2 })
    expect(rows[0]?.detail).not.toContain('line_item')
  })

  test('what is wrong with a file is told in words, with its line', async () => {
    const wrong = await refusal('POST /api/books/bills/preview', upload('date,model,amount\n2026-11-04,a,1\n2026-11-04,a,x\n'))
    expect(wrong.code).toBe('bill_bad_amount')
    expect(wrong.message).toMatch(/3.*x.*amount/)
    expect((await refusal('POST /api/books/bills/preview', upload('foo,bar\n1,2\n'))).message).toMatch(/date, model, amount.*foo, bar/)
    expect((await refusal('POST /api/books/bills/preview', upload('date,model,amount\n2026-11-04,a,1\n', 99_999))).code).toBe('not_found')
    const { json } = await console.call('POST /api/books/bills/preview', { as: admin, body: upload(' '.repeat(5 * 1024 * 1024 + 1)) })
    expect(json.fields).toEqual({ text: '文件不能超过 5 MB' })
  })

  test('the span has a limit and an order, and nobody but admins reads the books', async () => {
    expect((await refusal('GET /api/books/?start_timestamp=0')).code).toBe('books_span_too_long')
    expect((await refusal(`GET /api/books/?start_timestamp=${day('2026-11-05')}&end_timestamp=${day('2026-11-04')}`)).code).toBe(
      'usage_span_reversed',
    )
    const ann = await console.user('ann')
    for (const path of ['', 'bills', 'checks']) expect((await console.call(`GET /api/books/${path}`, { as: ann })).json.success).toBe(false)
    const { from, to, days } = await call<BooksOverview>('GET /api/books/')
    expect([to - from, days.length, to]).toEqual([30 * DAY, 30, day('2026-11-08')])
  })

  test('the ledger is checked beside everything else; what does not add up is named with the way to it', async () => {
    expect(await call<BookChecks>('GET /api/books/checks')).toEqual({ is_running: false, last: null })
    const checked = async () => {
      expect((await call<BookChecks>('POST /api/books/checks')).is_running).toBe(true)
      // A second one is the same.
      await call<BookChecks>('POST /api/books/checks')
      await expect.poll(async () => (await call<BookChecks>('GET /api/books/checks')).is_running).toBe(false)
      return (await call<BookChecks>('GET /api/books/checks')).last
    }
    const good = await checked()
    expect(good?.differences).toEqual([])
    expect(good?.checks.map(({ name }) => name)).toContain('balances')
    expect(good?.checks.find(({ name }) => name === 'balances')?.covered).toBeGreaterThan(0)
    const ann = await console.database.read.selectFrom('user').select('id').where('username', '=', 'ann').executeTakeFirstOrThrow()
    await insert(sql`update account set posted = posted + 5 where kind = 'user' and owner_id = ${ann.id}`)
    const bad = await checked()
    expect(bad?.checks.find(({ name }) => name === 'balances')?.differences).toBe(2)
    expect(bad?.differences).toMatchObject([
      { invariant: 'I1', expected: 0, found: 5 },
      { invariant: 'I2', check: 'balances', about: { kind: 'user', id: String(ann.id) } },
      { invariant: 'I21', check: 'days', about: { kind: 'user', id: String(ann.id) } },
    ])
    expect(console.troubles).toEqual([])
  })

  /** Changes the database behind the server's back. */
  async function insert(statement: ReturnType<typeof sql>): Promise<void> {
    const { openTestDatabase } = await import('../../testing/databases/databases.ts')
    const { address } = console.place
    if (address.kind === 'sqlite') {
      const { DatabaseSync } = await import('node:sqlite')
      const { sql: text, parameters } = statement.compile(console.database.read)
      const file = new DatabaseSync(address.path, { timeout: 60_000 })
      file.prepare(text).run(...(parameters as number[]))
      file.close()
      return
    }
    const beside = await openTestDatabase(address)
    await statement.execute(beside.read)
    await beside.close()
  }
})
