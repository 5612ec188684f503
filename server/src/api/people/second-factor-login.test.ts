// Logging in with a second step: a code of an app or of paper, after the right password or another site.
import { isWhole } from '@waystation/wire/testing/matrix'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setUserAccess } from '../../domain/user/user-store.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { dataOf, type FactorWorld, openFactorWorld } from '../../testing/factor-world.ts'

eachKind('the second step of a login', (kind) => {
  describe('through the front door', () => {
    let world: FactorWorld
    let serial = 0
    beforeAll(async () => {
      world = await openFactorWorld({ kind })
    }, 180_000)
    afterAll(() => world.close())

    /** Somebody with one-time passwords on, and a browser that knows their password. */
    const someone = async () => {
      serial += 1
      const name = `u${serial}`
      const home = await world.person(name)
      const { secret, recovery } = await world.totpOn(home)
      const browser = world.browser()
      return { name, home, secret, recovery, browser, code: (atSeconds = 0) => world.codeOf(secret, atSeconds) }
    }
    const halfIn = async () => {
      const user = await someone()
      const reply = await world.typePassword(user.browser, user.name)
      expect([reply.json.code, user.browser.cookie('session')]).toEqual(['second_factor_needed', ''])
      return user
    }
    const isIn = async ({ browser, home }: Awaited<ReturnType<typeof someone>>) => {
      browser.userId = home.userId
      return (await browser.call('GET /api/user/self')).json.success
    }

    test('the right password opens nothing; the code of the app opens a session', async () => {
      const user = await halfIn()
      expect(await isIn(user)).toBe(false)
      const reply = await world.typeCode(user.browser, user.code())
      expect(dataOf<{ id: number; has_password: boolean }>(reply)).toMatchObject({ id: user.home.userId, has_password: true })
      expect(await isIn(user)).toBe(true)
      // The browser is known now, as after any login.
      expect(user.browser.cookie('device')).not.toBe('')
    })

    test('a wrong password says nothing of a second step', async () => {
      const user = await someone()
      expect((await world.typePassword(user.browser, user.name, 'not the password')).json.code).toBe('login_failed')
      expect((await world.typeCode(user.browser, user.code())).json.code).toBe('second_factor_expired')
    })

    test('each recovery code counts once, however it is typed', async () => {
      const user = await halfIn()
      const [first = '', second = ''] = user.recovery
      dataOf(await world.typeCode(user.browser, first.toUpperCase().replace('-', ' ')))
      const again = world.browser()
      await world.typePassword(again, user.name)
      expect((await world.typeCode(again, first)).json.code).toBe('second_factor_wrong')
      dataOf(await world.typeCode(again, second))
      const factors = dataOf<{ recovery_codes_left: number }>(await user.home.call('GET /api/user/factors'))
      expect(factors.recovery_codes_left).toBe(8)
    })

    test('no step of the clock counts twice, and none after a later one', async () => {
      const user = await halfIn()
      dataOf(await world.typeCode(user.browser, user.code(30)))
      for (const atSeconds of [30, 0, -30]) {
        const other = world.browser()
        await world.typePassword(other, user.name)
        expect((await world.typeCode(other, user.code(atSeconds))).json.code, String(atSeconds)).toBe('second_factor_wrong')
      }
      world.wait(60)
      const later = world.browser()
      await world.typePassword(later, user.name)
      dataOf(await world.typeCode(later, user.code()))
    })

    test('the code that switched them on opens nothing', async () => {
      const user = await someone()
      await world.typePassword(user.browser, user.name)
      expect((await world.typeCode(user.browser, user.code(-30))).json.code).toBe('second_factor_wrong')
    })

    test('of many who bring one code at the same time one gets in', async () => {
      for (const kindOfCode of ['app', 'paper'] as const) {
        const user = await someone()
        const browsers = Array.from({ length: 4 }, () => world.browser())
        for (const browser of browsers) await world.typePassword(browser, user.name)
        const code = kindOfCode === 'app' ? user.code() : (user.recovery[0] ?? '')
        const replies = await Promise.all(browsers.map((browser) => world.typeCode(browser, code)))
        expect(
          replies.filter(({ json }) => json.success),
          kindOfCode,
        ).toHaveLength(1)
        const sessions = await world.console.database.read
          .selectFrom('session')
          .select('id_hash')
          .where('user_id', '=', user.home.userId ?? 0)
          .execute()
        // Their home, and the one that got in.
        expect(sessions, kindOfCode).toHaveLength(2)
      }
    })

    test('of two codes in one browser at the same time one opens a session', async () => {
      const user = await halfIn()
      const codes = [user.code(), user.recovery[0] ?? '', user.recovery[1] ?? '']
      const replies = await Promise.all(codes.map((code) => world.typeCode(user.browser, code)))
      expect(replies.filter(({ json }) => json.success)).toHaveLength(1)
    })

    test('a login is finished in the browser that began it, and within five minutes', async () => {
      const user = await halfIn()
      expect((await world.typeCode(world.browser(), user.code())).json.code).toBe('second_factor_expired')
      const stranger = world.browser()
      await stranger.call('POST /api/user/login/passkey/options')
      expect(stranger.cookie('browser')).not.toBe('')
      expect((await world.typeCode(stranger, user.code())).json.code).toBe('second_factor_expired')
      world.wait(301)
      expect((await world.typeCode(user.browser, user.code())).json.code).toBe('second_factor_expired')
    })

    test('a finished login is over', async () => {
      const user = await halfIn()
      dataOf(await world.typeCode(user.browser, user.code()))
      expect((await world.typeCode(user.browser, user.recovery[0] ?? '')).json.code).toBe('second_factor_expired')
    })

    test('a ban, a new password and a reset end a login that waits', async () => {
      for (const end of ['ban', 'password', 'reset'] as const) {
        const user = await halfIn()
        const userId = user.home.userId ?? 0
        if (end === 'ban') await world.console.database.run(setUserAccess, { userId, status: 2 })
        if (end === 'password') await world.console.database.run(setUserAccess, { userId, passwordHash: 'another' })
        if (end === 'reset') dataOf(await (await world.root()).call(`DELETE /api/user/${userId}/factors`))
        expect((await world.typeCode(user.browser, user.code())).json.code, end).toBe('second_factor_expired')
      }
    })

    test('after five wrong codes the login is gone, and the right code comes too late', async () => {
      const user = await halfIn()
      const wrong = Array.from({ length: 5 }, (_, at) => `aaaaa-aaaa${'abcde'[at]}`)
      const codes: unknown[] = []
      for (const code of wrong) codes.push((await world.typeCode(user.browser, code, `198.51.100.${codes.length + 1}`)).json.code)
      expect(codes).toEqual(Array(5).fill('second_factor_wrong'))
      expect((await world.typeCode(user.browser, user.code(), '198.51.100.77')).json.code).toBe('second_factor_expired')
    })

    test('a thief with the password guesses a handful of codes, however often and from wherever they begin again', async () => {
      // In a browser that they have logged in with before.
      const user = await halfIn()
      dataOf(await world.typeCode(user.browser, user.code()))
      world.wait(60)
      // As many everywhere would only take longer: the counters are the same.
      const perLogin = kind === 'sqlite' ? (isWhole ? 50 : 10) : 5
      const codes: unknown[] = []
      for (let login = 0; login < 20; login += 1) {
        const browser = world.browser()
        await world.typePassword(browser, user.name)
        for (let at = 0; at < perLogin; at += 1) {
          const code = String(login * perLogin + at).padStart(6, '0')
          codes.push((await world.typeCode(browser, code, `198.51.${100 + at}.${login}`)).json.code)
        }
      }
      const evaluated = codes.filter((code) => code === 'second_factor_wrong').length
      expect(codes.filter((code) => code === 'login_throttled' || code === 'second_factor_expired')).toHaveLength(20 * perLogin - evaluated)
      expect(evaluated).toBeLessThanOrEqual(10)
      expect(evaluated).toBeGreaterThan(0)
      // The user's own browser is not locked out by it.
      await world.typePassword(user.browser, user.name)
      dataOf(await world.typeCode(user.browser, user.code(), '203.0.113.9'))
    }, 240_000)

    test('what was done is in the audit log, without a code or a secret', async () => {
      const user = await halfIn()
      const [spent = ''] = user.recovery
      await world.typeCode(user.browser, '000000')
      dataOf(await world.typeCode(user.browser, spent))
      const rows = await world.console.database.read
        .selectFrom('audit')
        .select(['action', 'detail'])
        .where((expression) => expression.or([expression('actor_id', '=', user.home.userId ?? 0), expression('target', '=', user.name)]))
        .orderBy('id')
        .execute()
      const actions = rows.map(({ action }) => action)
      expect(actions).toEqual(expect.arrayContaining(['account.confirm', 'factor.totp-on', 'login.first-step', 'login.failed', 'login']))
      expect(JSON.stringify(rows.filter(({ action }) => action === 'login').at(-1))).toContain('recovery_code')
      const everything = JSON.stringify(await world.console.database.read.selectFrom('audit').selectAll().execute())
      for (const secret of [user.secret, '000000', ...user.recovery, spent.replace('-', '')]) expect(everything).not.toContain(secret)
      const lists = await (await world.root()).call(`GET /api/user/${user.home.userId}`)
      expect(lists.text).not.toContain(user.secret)
      expect(world.console.errorsLogged).toEqual([])
    })
  })
})
