// One user as admins look at them: the timeline of the account, tokens and sessions, and who may see and end what.
import type { OwnedToken, Timeline, TimelineLine } from '@waystation/contract/people/timeline'
import type { SessionEntry } from '@waystation/contract/people/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

eachKind('the page of a user', (kind) => {
  let console: TestConsole
  let root: Visitor
  let admin: Visitor
  let other: Visitor
  let user: Visitor

  const call = async <Data>(line: string, as: Visitor, body?: object) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success, `${line}: ${json.message} ${JSON.stringify(json.fields)}`).toBe(true)
    return json.data as Data
  }
  const page = (query = '', as = root, id = user.id) => call<Timeline>(`GET /api/user/${id}/timeline?${query}`, as)
  /** What a line says, for comparing. */
  const gist = (line: TimelineLine): string => {
    if (line.source === 'money') return `money ${line.cause} ${line.in - line.out} ${line.note} ${line.actor}`.trim()
    if (line.source === 'order') return `order ${line.status} ${line.money} ${line.currency}`
    if (line.source === 'message') return `message ${line.title}`
    return `${line.kind} ${line.actor_name}:${line.action}`
  }
  const all = async (query = '', as = root) => (await page(`limit=100&${query}`, as)).items.map(gist)

  beforeAll(async () => {
    console = await openConsole({ kind })
    root = await console.root()
    admin = await console.user('keeper', 10)
    other = await console.user('warden', 10)
    user = await console.user('mia')
    const token = await call<{ id: number }>('POST /api/token/', user, { name: 'laptop' })
    await call('PUT /api/token/', user, { id: token.id, name: 'desk' })
    await call('PUT /api/user/', root, { id: user.id, quota_delta: 900, quota_reason: 'sorry' })
    await call('PUT /api/user/', admin, { id: user.id, quota_delta: -100, quota_reason: 'mistake' })
    await call('POST /api/admin/messages', root, { title: 'Welcome', content: 'Hello', user_ids: [user.id] })
    await call('PUT /api/user/self', user, { display_name: 'Mia' })
    await console.call('POST /api/user/login', { body: { username: 'mia', password: 'not the password' } })
    await call('POST /api/user/manage', admin, { id: user.id, action: 'disable' })
    await call('POST /api/user/manage', admin, { id: user.id, action: 'enable' })
    user = await console.login('mia')
    // A channel with the user's number is no user.
    await call(`DELETE /api/channel/${user.id}`, root).catch(() => undefined)
  }, 180_000)
  afterAll(() => console.close())

  test('the timeline tells everything that happened to the account, newest first, with who did it and why', async () => {
    const lines = await all()
    for (const line of [
      'money adjustment 900 sorry root',
      'money adjustment -100 mistake keeper',
      'message Welcome',
      'token mia:token.create',
      'token mia:token.update',
      'login mia:login',
      'login :login.failed',
      'account mia:account.update',
      'handled keeper:user.manage',
      'handled root:user.update',
    ])
      expect(lines).toContain(line)
    const { items } = await page('limit=100')
    expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted((a, b) => b - a))
    expect(new Set(items.map(({ line_id }) => line_id)).size).toBe(items.length)
    expect(lines.join()).not.toContain('channel')
  })

  test('it is narrowed down by kind', async () => {
    expect(await all('kind=money')).toEqual(['money adjustment -100 mistake keeper', 'money adjustment 900 sorry root'])
    expect(await all('kind=token')).toEqual(['token mia:token.update', 'token mia:token.create'])
    expect(await all('kind=message')).toEqual(['message Welcome'])
    expect(new Set(await all('kind=login'))).toEqual(new Set(['login mia:login', 'login :login.failed']))
    expect(await all('kind=account')).toEqual(['account mia:account.update'])
    expect(new Set(await all('kind=handled'))).toEqual(
      new Set(['handled keeper:user.manage', 'handled keeper:user.update', 'handled root:user.update']),
    )
  })

  test('an order stands there with its state', async () => {
    const [order] = [{ gateway: 'epay', method: 'zfb', trade_no: 'WAY1', amount: 10, quota: 50, money: 7300, currency: 'CNY' }]
    expect(await all('kind=order')).toEqual([])
    if (kind === 'sqlite') return // the reader's connection cannot write
    const at = Math.floor(Date.now() / 1000)
    await console.database.read
      .insertInto('top_up_order')
      .values({ ...order!, user_id: user.id, status: 'paid', created_at: at, paid_at: at })
      .execute()
    expect(await all('kind=order')).toEqual(['order paid 73.00 CNY'])
    expect((await all()).filter((line) => line.startsWith('order'))).toHaveLength(1)
  })

  test('pages follow each other without a line twice or left out, and a cursor of nonsense is the first page', async () => {
    const whole = (await page('limit=100')).items.map(({ line_id }) => line_id)
    const seen: string[] = []
    for (let cursor = '', pages = 0; pages < 40; pages += 1) {
      const { items, next } = await page(`limit=3&cursor=${cursor}`)
      expect(items.length).toBeLessThanOrEqual(3)
      seen.push(...items.map(({ line_id }) => line_id))
      cursor = next
      if (cursor === '') break
    }
    expect(seen).toEqual(whole)
    expect((await page('limit=3&cursor=nonsense!')).items.map(({ line_id }) => line_id)).toEqual(whole.slice(0, 3))
  })

  test('SEC-3: an admin does not see what equals and the super admin did, nor the page of an equal', async () => {
    expect(await all('kind=handled', other)).toEqual([])
    expect(new Set(await all('kind=handled', admin))).toEqual(new Set(['handled keeper:user.manage', 'handled keeper:user.update']))
    for (const line of ['timeline', 'tokens', 'sessions'])
      for (const [as, id] of [
        [admin, other.id],
        [admin, root.id],
        [user, admin.id],
      ] as const)
        expect((await console.call(`GET /api/user/${id}/${line}`, { as })).json.code, line).toBe('no_permission')
    expect((await console.call('GET /api/user/999999/timeline', { as: root })).json.code).toBe('not_found')
  })

  test('tokens are shown without anything of their keys', async () => {
    const { items, total } = await call<{ items: OwnedToken[]; total: number }>(`GET /api/user/${user.id}/tokens`, admin)
    expect([total, items.map(({ name }) => name)]).toEqual([1, ['desk']])
    const mine = await call<{ key: string }[]>('GET /api/token/', user)
    const { text } = await console.call(`GET /api/user/${user.id}/tokens`, { as: root })
    expect(text).not.toMatch(/key|hash|tail|secret/i)
    expect(text).not.toContain(mine[0]?.key.slice(-4))
    const told = await console.call(`GET /api/user/${user.id}/timeline?limit=100`, { as: root })
    expect(told.text).not.toMatch(/password_hash|key_enc|key_hash|"seal/)
  })

  test('sessions are shown and ended, one or all, and that is audited', async () => {
    const second = await console.login('mia')
    const list = () => call<SessionEntry[]>(`GET /api/user/${user.id}/sessions`, admin)
    const open = await list()
    expect(open).toHaveLength(2)
    expect((await console.call(`DELETE /api/user/${other.id}/sessions`, { as: admin })).json.code).toBe('no_permission')
    await call(`DELETE /api/user/${user.id}/sessions/${open[0]?.id}`, admin)
    expect(await list()).toHaveLength(1)
    expect(await call<number>(`DELETE /api/user/${user.id}/sessions`, admin)).toBe(1)
    for (const as of [user, second]) expect((await console.call('GET /api/user/self', { as })).json.success).toBe(false)
    expect((await console.call(`DELETE /api/user/${user.id}/sessions/abc`, { as: admin })).json.code).toBe('not_found')
    const handled = await all('kind=handled', admin)
    expect(handled.slice(0, 2)).toEqual(['handled keeper:user.end-sessions', 'handled keeper:user.end-session'])
  })

  test('everything about a user is a file: for the user, and for admins above them', async () => {
    const file = async (line: string, as: Visitor) => {
      const { status, text } = await console.call(line, { as })
      expect(status).toBe(200)
      return JSON.parse(text) as Record<string, Record<string, unknown>[]>
    }
    user = await console.login('mia')
    const own = await file('GET /api/user/self/data', user)
    expect(await file(`GET /api/user/${user.id}/data`, admin)).toEqual({ ...own, actions: expect.anything(), sessions: expect.anything() })
    expect(own.account).toMatchObject([{ id: user.id, username: 'mia', display_name: 'Mia' }])
    expect(own.tokens).toMatchObject([{ name: 'desk' }])
    expect(own.messages).toMatchObject([{ title: 'Welcome', content: 'Hello' }])
    expect(own.entries?.map(({ amount }) => Number(amount)).slice(-2)).toEqual([900, -100])
    expect(own.actions?.map(({ action }) => action)).toContain('account.update')
    // The log's rows about balances.
    expect(own.calls?.length).toBeGreaterThan(0)
    // Other people's, keys and hashes are in none of the lists.
    expect(JSON.stringify(own)).not.toMatch(/keeper|warden|hash|key_|password/)
    const refused = await console.call(`GET /api/user/${other.id}/data`, { as: admin })
    expect(refused.json.code).toBe('no_permission')
  })
})
