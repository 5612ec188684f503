// Statements through the door, against what the entries say when they are simply added up.
import type { Statement } from '@waystation/contract/money/statement'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFunded } from '../../domain/ledger/testing/fixture-tasks.ts'
import { type LedgerFixture, openLedgerFixture } from '../../domain/ledger/testing/ledger-fixture.ts'
import { begin } from '../../domain/statement/month-zone-store.ts'
import { logOf, type Owner, Past } from '../../domain/statement/testing/past.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { runAt } from '../../testing/time/run-at.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 20, 15, 30)
const MONTHS = ['2026-08', '2026-09', '2026-10', '2026-11']
const CALLS = ['settle', 'recover', 'correct']

eachKind('a statement', (kind) => {
  let console: TestConsole
  let fixture: LedgerFixture
  let past: Past
  let root: Visitor

  beforeAll(async () => {
    console = await openConsole({ kind, now: () => NOW })
    root = await console.root()
    fixture = await openLedgerFixture(console.place.address)
    past = new Past(fixture)
  }, 180_000)
  afterAll(async () => {
    expect(await differences()).toEqual([])
    await fixture.close()
    await console.close()
  })

  /** The movements here have no orders, codes or check-ins behind them. */
  const differences = async () =>
    (await fixture.reconcile()).differences.filter(({ invariant }) => ['I1', 'I2', 'I6', 'I21'].includes(invariant))
  const accountOf = (accountKind: 'user' | 'referral', ownerId: number) =>
    fixture.database.run(openFunded, { kind: accountKind, ownerId, balance: 0, from: fixture.accounts.grant })
  const person = async (name: string): Promise<Owner & { as: Visitor }> => {
    const as = await console.user(name)
    return { as, userId: as.id, accountId: await accountOf('user', as.id) }
  }
  const statement = async (as: Visitor, month: string, id?: number): Promise<Statement> => {
    const { json } = await console.call(`GET /api/user/${id === undefined ? '' : `${id}/`}statement?month=${month}`, { as })
    expect(json.success, json.message).toBe(true)
    return json.data
  }
  const codeOf = async (line: string, as: Visitor) => (await console.call(line, { as })).json.code

  /** All entries of an account, oldest first, read without any of the sums. */
  const entriesOf = async (accountId: number) => {
    const rows = await fixture.database.read.selectFrom('entry').selectAll().orderBy('created_at_ms').orderBy('id').execute()
    return rows
      .filter((row) => [Number(row.credit_account), Number(row.debit_account)].includes(accountId))
      .map((row) => ({
        ...{ ref: row.ref, kind: row.kind, atMs: Number(row.created_at_ms) },
        amount: Number(row.credit_account) === accountId ? Number(row.amount) : -Number(row.amount),
      }))
  }
  type Entries = Awaited<ReturnType<typeof entriesOf>>
  const net = (entries: Entries) => entries.reduce((sum, { amount }) => sum + amount, 0)
  const amountIn = (entries: Entries) => net(entries.filter(({ amount }) => amount > 0))
  const amountOut = (entries: Entries) => 0 - net(entries.filter(({ amount }) => amount < 0))
  const span = (month: string) => {
    const [year = 0, at = 0] = month.split('-').map(Number)
    return { start: Date.UTC(year, at - 1, 1), end: Date.UTC(year, at, 1) }
  }

  /** What a screen adds up: the opening balance and every line that it shows. */
  const pageSum = ({ opening, causes, calls }: Statement) =>
    opening +
    causes
      .filter(({ cause }) => cause !== 'call')
      .flatMap(({ listed, unlisted }) => [...listed, unlisted])
      .reduce((sum, line) => sum + line.in - line.out, 0) -
    calls.models.reduce((sum, model) => sum + model.quota, 0) -
    calls.elsewhere

  /** Every figure of a statement against the entries. */
  const check = (shown: Statement, all: Entries) => {
    const { start, end } = span(shown.month)
    const within = all.filter(({ atMs }) => atMs >= start && atMs < end)
    const before = all.filter(({ atMs }) => atMs < start)
    expect(shown).toMatchObject({
      ...{ opening: net(before), in: amountIn(within), out: amountOut(within), entries: within.length },
      ...{ closing: net([...before, ...within]), ledger: net([...before, ...within]) },
    })
    expect(pageSum(shown)).toBe(shown.closing)
    const calls = within.filter((entry) => CALLS.includes(entry.kind))
    const call = shown.causes.find(({ cause }) => cause === 'call') ?? { entries: 0, in: 0, out: 0 }
    expect([call.entries, call.in, call.out]).toEqual([calls.length, amountIn(calls), amountOut(calls)])
    const others = within.filter((entry) => !CALLS.includes(entry.kind))
    const listed = shown.causes.flatMap((cause) => cause.listed)
    const byRef = (a: { ref: string }, b: { ref: string }) => (a.ref < b.ref ? -1 : 1)
    expect(listed.map((one) => ({ ref: one.ref, at: one.at, amount: one.in - one.out })).toSorted(byRef)).toEqual(
      others.map(({ ref, atMs, amount }) => ({ ref, at: Math.floor(atMs / 1000), amount })).toSorted(byRef),
    )
    for (const cause of shown.causes) {
      if (cause.cause === 'call') continue
      const kinds = new Set(cause.listed.map((one) => one.kind))
      const own = others.filter((entry) => kinds.has(entry.kind))
      expect([cause.entries, cause.in, cause.out]).toEqual([own.length, amountIn(own), amountOut(own)])
    }
    const days = Math.min(end, Math.floor(NOW / DAY) * DAY + DAY)
    const balances = Array.from({ length: Math.max(0, (days - start) / DAY) }, (_, at) => start + (at + 1) * DAY)
    expect(shown.by_day).toEqual(balances.map((until) => net(all.filter(({ atMs }) => atMs < until))))
  }

  test('of many random movements and calls in several months is what the entries add up to', { timeout: 300_000 }, async () => {
    const seed = Number(process.env.WAYSTATION_SEED ?? Math.floor(performance.timeOrigin) % 2_147_483_647)
    process.stderr.write(`statements on ${kind}: seed ${seed}\n`)
    const random = randomOf(seed)
    const [ann, bob] = [await person('ann'), await person('bob')]
    const referral = await accountOf('referral', ann.userId)
    const kinds = ['epay', 'stripe', 'redeem', 'check-in', 'rebate', 'grant', 'adjust', 'refund', 'something-new']
    const open: { id: string; user: Owner; parts: number }[] = []
    const edges = MONTHS.flatMap((month) => [span(month).start - 1, span(month).start])
    const moments = [...edges, ...Array.from({ length: 240 }, () => span('2026-08').start + random(NOW - span('2026-08').start))].toSorted(
      (a, b) => a - b,
    )
    let count = 0
    for (const atMs of moments) {
      count += 1
      const user = [ann, bob][random(2)] ?? ann
      const choice = random(12)
      if (choice < 3) {
        const name = kinds[random(kinds.length)] ?? 'grant'
        const isOut = ['adjust', 'refund'].includes(name) && random(2) === 0
        await past.move(atMs, user.accountId, (isOut ? -1 : 1) * (1 + random(5000)), { kind: name, ref: `${name}:random:${count}` })
      } else if (choice === 3) {
        await past.move(atMs, referral, 900, { kind: 'grant', ref: `grant:inviter:${count}` })
        await past.transfer(atMs, { from: referral, to: ann.accountId, amount: 1 + random(900) })
      } else if (choice === 4) {
        const id = await past.hold(atMs, user, 10)
        if ((await fixture.database.read.selectFrom('hold').select('id').where('id', '=', id).execute()).length > 0)
          open.push({ id, user, parts: 0 })
      } else if (choice === 5 && open.length > 0) {
        const session = open[random(open.length)]
        if (session)
          await past.settle(atMs, session.id, { amount: random(30), part: ++session.parts, log: logOf(session.user, 0, 'session') })
      } else if (choice === 6 && open.length > 0) {
        for (const { id, user: owner } of open) await past.checkpoint(atMs, id, { used: random(200), log: logOf(owner, 0, 'session') })
        if (random(3) === 0) await past.recover(atMs)
      } else if (choice === 7 && open.length > 0) {
        const [session] = open.splice(random(open.length), 1)
        if (session) await past.settle(atMs, session.id, { amount: random(100), log: logOf(session.user, 100, 'session') })
      } else if (choice === 8) {
        await past.fold()
      } else {
        const amount = random(400)
        await past.call(atMs, user, { amount, model: `model-${random(4)}`, held: Math.min(amount, random(200)) })
      }
    }
    for (const user of [ann, bob]) {
      const all = await entriesOf(user.accountId)
      expect(all.length).toBeGreaterThan(40)
      for (const month of [...MONTHS, '2026-07', '2026-12']) check(await statement(user.as, month), all)
    }
    const [now] = [await statement(ann.as, '2026-10')]
    const gifts = (await entriesOf(referral)).filter(({ atMs }) => atMs < span('2026-11').start)
    expect(now?.invitation).toMatchObject({ closing: net(gifts), ledger: net(gifts) })
    await past.fold()
    for (const month of MONTHS) check(await statement(bob.as, month), await entriesOf(bob.accountId))
    expect(await differences()).toEqual([])
    // What is still open is given back, and a late part of it is not lost.
    for (const { id } of open) await past.settle(NOW, id, { amount: 1 })
    check(await statement(ann.as, '2026-11'), await entriesOf(ann.accountId))
  })

  test('puts a movement at midnight into the month that begins, and one a moment earlier into the one that ends', async () => {
    const cat = await person('cat')
    const { start } = span('2026-10')
    await past.move(start - 1, cat.accountId, 5, { kind: 'grant', ref: 'grant:late:1' })
    await past.move(start, cat.accountId, 70, { kind: 'grant', ref: 'grant:early:1' })
    await past.call(start, cat, { amount: 3, model: 'm' })
    const [september, october] = [await statement(cat.as, '2026-09'), await statement(cat.as, '2026-10')]
    expect(september).toMatchObject({ opening: 0, in: 5, out: 0, closing: 5, ledger: 5, is_open: false })
    expect(october).toMatchObject({ opening: 5, in: 70, out: 3, closing: 72, ledger: 72 })
    expect(october.calls.models).toEqual([{ model: 'm', calls: 1, quota: 3 }])
    expect(october.by_day[0]).toBe(72)
    expect(october.months).toEqual(['2026-11', '2026-10', '2026-09'])
  })

  const set = async (zone: string) => {
    const { json } = await console.call('PUT /api/option/', { as: root, body: { key: 'TimeZone', value: zone } })
    expect(json.success, json.message).toBe(true)
  }

  test.each([
    ['Asia/Kolkata', '2026-09-30T18:30Z', '2026-10-31T18:30Z', '2026-10-25', 24],
    ['Asia/Kathmandu', '2026-09-30T18:15Z', '2026-10-31T18:15Z', '2026-10-25', 24],
    ['Europe/Berlin', '2026-09-30T22:00Z', '2026-10-31T23:00Z', '2026-10-25', 25],
    ['Australia/Lord_Howe', '2026-09-30T13:30Z', '2026-10-31T13:00Z', '2026-10-04', 23.5],
  ])('in %s has the months and days of that zone, which add up', async (zone, from, to, changed, hours) => {
    const zed = await person(`z-${zone.slice(-6).toLowerCase()}`)
    const [start, end] = [Date.parse(from), Date.parse(to)]
    await past.move(start - 1, zed.accountId, 1000, { kind: 'grant', ref: `grant:${zone}:1` })
    await past.call(start, zed, { amount: 3, model: 'm' })
    for (let at = start; at < end; at += 7.25 * 3_600_000)
      await past.move(at, zed.accountId, 10, { kind: 'grant', ref: `grant:${zone}:${at}` })
    await past.call(end - 1, zed, { amount: 5, model: 'm' })
    await past.call(end, zed, { amount: 7, model: 'm' })
    await set(zone)
    const [september, october, november] = [
      await statement(zed.as, '2026-09'),
      await statement(zed.as, '2026-10'),
      await statement(zed.as, '2026-11'),
    ]
    const file = await console.call('GET /api/user/statement/file?month=2026-10', { as: zed.as, headers: { 'accept-language': 'en' } })
    await set('UTC')
    const all = await entriesOf(zed.accountId)
    const until = (ms: number) => net(all.filter(({ atMs }) => atMs < ms))
    expect(october).toMatchObject({ zone, start: start / 1000, end: end / 1000, opening: 1000, closing: until(end), ledger: until(end) })
    expect([september.closing, november.opening]).toEqual([october.opening, october.closing])
    expect(october.calls).toEqual({ models: [{ model: 'm', calls: 2, quota: 8 }], corrected: 0, elsewhere: 0 })
    expect(pageSum(october)).toBe(october.closing)
    expect(october.by_day).toHaveLength(31)
    const day = Number(changed.slice(-2))
    const midnight = Date.parse(`${changed}T00:00Z`) - (Date.parse('2026-10-01T00:00Z') - start)
    expect([october.by_day[day - 2], october.by_day[day - 1]]).toEqual([until(midnight), until(midnight + hours * 3_600_000)])
    expect(file.text).toContain(`Time (${zone})`)
    expect(file.text).toMatch(/\n2026-10-01T00:00:00\+\d\d:\d\d,Opening balance/)
    expect(november.months).toEqual(['2026-11', '2026-10', '2026-09'])
  })

  test('changes its zone with the next month: what has begun stays, and nothing is lost or counted twice in between', async () => {
    const lea = await person('lea')
    const moments = [
      '2026-09-30T15:59Z',
      '2026-09-30T16:00Z',
      '2026-10-31T15:59Z',
      '2026-10-31T16:00Z',
      '2026-11-01T04:59Z',
      '2026-11-01T05:00Z',
    ]
    for (const [at, iso] of moments.entries())
      await past.move(Date.parse(iso), lea.accountId, 10 ** at, { kind: 'grant', ref: `grant:lea:${at}` })
    await begin(console.database, { month: '2026-10', zone: 'Asia/Shanghai' })
    await begin(console.database, { month: '2026-11', zone: 'America/Chicago' })
    await set('Europe/Berlin')
    const months = [await statement(lea.as, '2026-09'), await statement(lea.as, '2026-10'), await statement(lea.as, '2026-11')]
    await set('UTC')
    expect(months.map(({ zone }) => zone)).toEqual(['UTC', 'Asia/Shanghai', 'America/Chicago'])
    expect(months.map((month) => month.in)).toEqual([1, 11_110, 100_000])
    expect(months.map(({ opening }) => opening)).toEqual([0, 1, 11_111])
    expect(months[1]?.by_day.at(-1)).toBe(11_111)
    expect(months[1]?.end).toBe(months[2]?.start)
    await runAt(console.place.address, 'delete from statement_month')
  })

  test('keeps the zone that the site had when the month began', async () => {
    const ned = await person('ned')
    const begins = console.jobs.find(({ name }) => name === 'begin-statement-month')
    await set('Asia/Kathmandu')
    await begins?.run()
    await set('America/New_York')
    await begins?.run()
    const [october, november, december] = [
      await statement(ned.as, '2026-10'),
      await statement(ned.as, '2026-11'),
      await statement(ned.as, '2026-12'),
    ]
    await set('UTC')
    expect([october.zone, november.zone, december.zone]).toEqual(['UTC', 'Asia/Kathmandu', 'America/New_York'])
    expect([october.end, november.end]).toEqual([november.start, december.start])
    expect(november.start).toBe(Date.parse('2026-10-31T18:15Z') / 1000)
    expect(december.start).toBe(Date.parse('2026-12-01T05:00Z') / 1000)
    await runAt(console.place.address, 'delete from statement_month')
  })

  test('names what was charged at first and corrected, and what is counted in another month', async () => {
    const dan = await person('dan')
    const { start } = span('2026-10')
    await past.move(start - 9 * DAY, dan.accountId, 10_000, { kind: 'epay', ref: 'epay:900001' })
    // Recovered and corrected within September.
    const within = await past.hold(start - 8 * DAY, dan, 500)
    await past.checkpoint(start - 8 * DAY, within, { used: 300, log: logOf(dan, 0, 'm') })
    await past.recover(start - 8 * DAY)
    await past.settle(start - 7 * DAY, within, { amount: 120, log: logOf(dan, 120, 'm') })
    // A charge of September that October corrects, and a session with a part in each.
    const across = await past.hold(start - DAY, dan, 500)
    await past.checkpoint(start - DAY, across, { used: 400, log: logOf(dan, 0, 'm') })
    await past.recover(start - 1)
    const session = await past.hold(start - DAY, dan, 50)
    await past.settle(start - DAY, session, { amount: 30, part: 1, log: logOf(dan, 30, 'voice') })
    const september = await statement(dan.as, '2026-09')
    check(september, await entriesOf(dan.accountId))
    await past.settle(start, across, { amount: 150, log: logOf(dan, 150, 'm') })
    await past.settle(start, session, { amount: 12, log: logOf(dan, 42, 'voice') })
    const after = await statement(dan.as, '2026-09')
    const october = await statement(dan.as, '2026-10')
    check(october, await entriesOf(dan.accountId))
    expect(after.calls).toEqual({
      models: [{ model: 'm', calls: 1, quota: 120 }],
      // 300 charged and 180 of it given back; 400 and 30 are counted in October.
      ...{ corrected: 180, elsewhere: 430 },
    })
    expect(october.calls).toEqual({
      models: [
        { model: 'm', calls: 1, quota: 150 },
        { model: 'voice', calls: 1, quota: 42 },
      ],
      ...{ corrected: 250, elsewhere: 12 - 250 - 150 - 42 },
    })
  })

  test('has what a user paid, not what the house bore, and a balance that was overdrawn', async () => {
    const eve = await person('eve')
    const at = span('2026-11').start + DAY
    await past.move(at, eve.accountId, 100, { kind: 'redeem', ref: `redeem:77:${eve.userId}` })
    expect(await past.call(at, eve, { amount: 160, model: 'm', held: 100 })).toMatchObject({ kind: 'done', writeOff: 60 })
    const broke = await statement(eve.as, '2026-11')
    expect(broke).toMatchObject({ in: 100, out: 100, closing: 0, ledger: 0 })
    expect(broke.calls).toEqual({ models: [{ model: 'm', calls: 1, quota: 100 }], corrected: 0, elsewhere: 0 })
    await past.move(at + 1, eve.accountId, 10, { kind: 'grant', ref: 'grant:eve:2' })
    const id = await past.hold(at + 1, eve, 10)
    // Without a row of its own, as a broken client may leave it, and with one that is only counted.
    await past.settle(at + 1, id, { amount: 40, mayOverdraw: true })
    await past.move(at + 2, eve.accountId, 50, { kind: 'grant', ref: 'grant:eve:3' })
    const counted = await past.hold(at + 3, eve, 5)
    await past.settle(at + 3, counted, { amount: 5, log: { ...logOf(eve, 5, 'quiet'), isOnlyCounted: true, other: '' } })
    const overdrawn = await statement(eve.as, '2026-11')
    check(overdrawn, await entriesOf(eve.accountId))
    expect(overdrawn).toMatchObject({ in: 160, out: 145, closing: 15 })
    expect(overdrawn.calls).toEqual({
      models: [
        { model: 'm', calls: 1, quota: 100 },
        { model: 'quiet', calls: 1, quota: 5 },
      ],
      ...{ corrected: 0, elsewhere: 40 },
    })
  })

  test('agrees while calls are charged and folded', { timeout: 120_000 }, async () => {
    const finn = await person('finn')
    await past.move(NOW, finn.accountId, 1_000_000, { kind: 'stripe', ref: 'stripe:900002' })
    let isOver = false
    const folding = (async () => {
      while (!isOver) await past.fold()
    })()
    const charging = (async () => {
      for (let at = 0; at < 60; at += 1) await past.call(NOW, finn, { amount: 1 + at, model: `m${at % 3}` })
      isOver = true
    })()
    let reads = 0
    while (!isOver) {
      const shown = await statement(finn.as, '2026-11')
      expect(shown.closing).toBe(shown.ledger)
      expect(pageSum(shown)).toBe(shown.closing)
      expect(shown.calls.elsewhere).toBe(0)
      reads += 1
    }
    await Promise.all([folding, charging])
    expect(reads).toBeGreaterThan(2)
    check(await statement(finn.as, '2026-11'), await entriesOf(finn.accountId))
  })

  test('has everything after a crash before anything was folded', async () => {
    const gil = await person('gil')
    await past.move(NOW - DAY, gil.accountId, 1000, { kind: 'epay', ref: 'epay:900003' })
    for (const amount of [7, 11, 13]) await past.call(NOW, gil, { amount, model: 'm' })
    const days = () =>
      fixture.database.read
        .selectFrom('account_quarter')
        .select('kind')
        .where('account_id', '=', gil.accountId)
        .where('kind', '=', 'settle')
        .execute()
    expect(await days()).toEqual([])
    // Another process, which knows only what the database holds.
    const next = await openConsole({ kind, now: () => NOW, place: console.place })
    const gilThere = await next.login('gil')
    const shown: Statement = (await next.call('GET /api/user/statement', { as: gilThere })).json.data
    expect(shown).toMatchObject({ month: '2026-11', in: 1000, out: 31, closing: 969, ledger: 969, is_open: true })
    await next.close()
    await past.fold()
    expect(await days()).toHaveLength(1)
    check(await statement(gil.as, '2026-11'), await entriesOf(gil.accountId))
  })

  test('lists some entries of a cause and sums up the others, which the file has all', async () => {
    const hal = await person('hal')
    const at = span('2026-10').start
    for (let each = 0; each < 305; each += 1)
      await past.move(at + each, hal.accountId, 1 + each, { kind: 'rebate', ref: `rebate:many:${each}` })
    const shown = await statement(hal.as, '2026-10')
    const [rebates] = shown.causes
    expect([rebates?.cause, rebates?.entries, rebates?.listed.length]).toEqual(['rebate', 305, 300])
    expect(rebates?.unlisted).toEqual({ entries: 5, in: 301 + 302 + 303 + 304 + 305, out: 0 })
    expect(pageSum(shown)).toBe(shown.closing)
    const file = await console.call('GET /api/user/statement/file?month=2026-10', { as: hal.as })
    expect(file.text.split('\r\n').filter((line) => line.includes('rebate:many:'))).toHaveLength(305)
  })

  test('as a file adds up to the same, by entry and by day', async () => {
    const ida = await person('ida')
    const at = span('2026-10').start
    await past.move(at + 1, ida.accountId, 5_000_000, { kind: 'epay', ref: 'epay:900004' })
    await past.move(at + 2 * DAY, ida.accountId, -123, { kind: 'adjust', ref: 'adjust:ida' })
    for (const [day, amount] of [
      [2, 1001],
      [2, 7],
      [9, 333],
    ] as const)
      await past.call(at + day * DAY, ida, { amount, model: amount > 500 ? '=cmd' : 'plain' })
    const shown = await statement(ida.as, '2026-10')
    for (const form of ['entries', 'days']) {
      const reply = await console.call(`GET /api/user/statement/file?month=2026-10&form=${form}`, {
        as: ida.as,
        headers: { 'accept-language': 'en' },
      })
      expect(reply.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="statement-${ida.userId}-2026-10${form === 'days' ? '-days' : ''}.csv"`,
      })
      expect(reply.text).not.toMatch(/,=cmd/)
      const rows = reply.text
        .replace('\uFEFF', '')
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(','))
      expect(rows[0]).toEqual([
        ...['Time (UTC)', 'Cause', 'Details', 'Ledger ref', 'Entries', 'In (units)', 'Out (units)', 'In (USD)', 'Out (USD)'],
        'Balance (units)',
      ])
      const column = (at: number) => rows.slice(2, -1).reduce((sum, row) => sum + Number(row[at]), 0)
      expect([column(5), column(6)]).toEqual([shown.in, shown.out])
      expect([column(7).toFixed(6), column(8).toFixed(6)]).toEqual([(shown.in / 5e5).toFixed(6), (shown.out / 5e5).toFixed(6)])
      expect(rows[1]?.slice(-1).map(Number)).toEqual([shown.opening])
      expect(rows.at(-1)?.slice(-1).map(Number)).toEqual([shown.closing])
    }
    const zh = await console.call('GET /api/user/statement/file?month=2026-10', { as: ida.as, headers: { 'accept-language': 'zh' } })
    expect(zh.text).toContain('期初余额')
  })

  test('is one own, and for admins that of users of a lower role, of closed accounts too', async () => {
    const jon = await person('jon')
    const [admin, other] = [await console.user('adm', 10), await console.user('adm2', 10)]
    await past.move(NOW, jon.accountId, 50, { kind: 'adjust', ref: 'adjust:jon' })
    const as = (visitor: Visitor) => statement(visitor, '2026-11', jon.userId)
    expect((await statement(jon.as, '2026-11')).causes[0]?.listed[0]).toMatchObject({ kind: 'adjust', actor: '' })
    expect((await as(admin)).causes[0]?.listed[0]).toMatchObject({ kind: 'adjust', actor: 'root' })
    expect(await codeOf(`GET /api/user/${admin.id}/statement`, other)).toBe('no_permission')
    expect(await codeOf(`GET /api/user/${admin.id}/statement/file`, other)).toBe('no_permission')
    expect(await codeOf(`GET /api/user/${jon.userId}/statement`, await console.login('ann'))).toBe('no_permission')
    expect(await codeOf(`GET /api/user/${jon.userId}/statement/file`, await console.login('ann'))).toBe('no_permission')
    expect(await codeOf('GET /api/user/999999/statement', root)).toBe('not_found')
    await console.call(`DELETE /api/user/${jon.userId}`, { as: admin })
    expect(await as(admin)).toMatchObject({ user: { id: jon.userId, username: 'jon' }, closing: 50, ledger: 50 })
    expect(await codeOf('GET /api/user/statement?month=2026-11', jon.as)).toBe('not_logged_in')
  })

  test.each(['2026', '2026-13', '2026-00', '26-11', '0001-01', '2026-11-01', 'x'])('of the month %s is refused', async (month) => {
    expect(await codeOf(`GET /api/user/statement?month=${month}`, root)).toBe('bad_form')
    expect(await codeOf(`GET /api/user/statement/file?month=${month}`, root)).toBe('bad_form')
  })

  test('shows a difference where the sums are not what the account has', async () => {
    const kim = await person('kim')
    await past.move(NOW, kim.accountId, 50, { kind: 'grant', ref: 'grant:kim' })
    await runAt(console.place.address, `update account_quarter set amount_in = 40 where account_id = ${kim.accountId}`)
    expect(await statement(kim.as, '2026-11')).toMatchObject({ closing: 40, ledger: 50 })
    expect((await differences()).map(({ invariant }) => invariant)).toEqual(['I21', 'I21'])
    await runAt(console.place.address, `update account_quarter set amount_in = 50 where account_id = ${kim.accountId}`)
  })
})

/** Whole numbers below a limit, the same for a seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
