// Nobody is overdrawn, however many calls run at once and whatever a vendor reports (security 3, decision D43). The vendor keeps its own
// bills, and the judge adds them up by hand: one unit for a token of prompt, two for one of output.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdFor, logFor, openLedgerFixture } from '../../domain/ledger/testing/ledger-fixture.ts'
import { type CallFacts, call } from '../../testing/client.ts'
import { eachDatabase, eachKind } from '../../testing/databases/databases.ts'
import { doors } from '../clients/testing/doors.ts'
import { bodyOf, maximumIn, send, type TestRequest } from '../testing/clients.ts'
import { openPayers, type Payer, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

/** One model per vendor dialect, one of them with hidden thinking. Of none is it known how long its answers may be. */
const vendors = {
  'fake-chat': { type: 8 },
  'o3-fake': { type: 1 },
  'claude-fake': { type: 14 },
  'gemini-fake': { type: 24 },
} as const
const models = Object.keys(vendors) as (keyof typeof vendors)[]
const hidden: ReadonlySet<string> = new Set(['o3-fake', 'gemini-fake'])

const CALLS = 200
const MAXIMUM = 400
/** About five of the dearest whole answers. */
const BALANCE = 42_000
/** Shown of an answer that is streamed: as many tokens as words. */
const SHOWN = 20
/** The prompt has more bytes than this many tokens are reckoned for. */
const WORDS = 'x'.repeat(300)
const PROMPT_TOKENS = 120

/** What the vendor bills: as expected, all of a named maximum, twice that, and ten times in output, in prompt, and in both. */
const bills = [
  { in: 90, told: SHOWN },
  { in: 90, told: MAXIMUM - 10 },
  { in: 180, told: 2 * MAXIMUM },
  { in: 90, told: 10 * MAXIMUM },
  { in: 10 * PROMPT_TOKENS, told: SHOWN },
  { in: 10 * PROMPT_TOKENS, told: 10 * MAXIMUM },
] as const

interface Case {
  readonly id: string
  readonly testRequest: TestRequest
}

/** Every client and vendor, whole and streamed, with and without a maximum, billed in many ways. Neighbours differ in all respects. */
function manyCases(label: string): Case[] {
  const kinds = models.flatMap((model) =>
    doors.flatMap(({ dialect }) =>
      [false, true].flatMap((isStream) => [undefined, MAXIMUM].map((maximum) => ({ model, dialect, isStream, maximum }))),
    ),
  )
  return Array.from({ length: CALLS }, (_, at) => {
    const id = `${label}-${at}`
    const { maximum, ...who } = kinds[(at * 27) % kinds.length] as (typeof kinds)[number]
    const bill = bills[(at + Math.floor(at / kinds.length)) % bills.length] as (typeof bills)[number]
    const prompt = `#call:${id} #in:${bill.in} #out:${SHOWN} #told:${bill.told} #chunks:${SHOWN}x3ms ${WORDS}`
    return { id, testRequest: { ...who, prompt, ...(maximum === undefined ? {} : { maxOutputTokens: maximum }) } }
  })
}

eachKind('two hundred calls at once on a balance for five', (kind) => {
  let world: World
  let payers: Payers
  beforeAll(async () => {
    world = await openWorld({
      database: kind,
      channel: null,
      ratios: Object.fromEntries(models.map((model) => [model, 1])),
      options: { CompletionRatio: JSON.stringify(Object.fromEntries(models.map((model) => [model, 2]))) },
    })
    for (const [model, fields] of Object.entries(vendors)) await world.addChannel({ ...fields, models: model })
    payers = await openPayers(world)
  }, 180_000)
  afterAll(async () => {
    await payers.close()
    await world.close()
  })

  const judge = async (payer: Payer, cases: readonly Case[], facts: readonly CallFacts[]): Promise<number> => {
    expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
    const [rows, writeOffs] = await Promise.all([payers.rows(), payers.writeOffs()])
    const sentByCall = new Map(world.provider.requests.map((request) => [request.bill?.callId, request]))
    let served = 0
    let withinLimit = 0
    let charged = 0
    cases.forEach(({ id, testRequest }, at) => {
      const { status, requestId, inBandError } = facts[at] as CallFacts
      const row = rows.get(requestId)
      if (status !== 200) {
        expect([401, 403], `${id}: ${JSON.stringify(inBandError)}`).toContain(status)
        expect(row?.quota ?? 0).toBe(0)
        return
      }
      const request = sentByCall.get(id)
      const usage = request?.bill?.usage
      if (!request || !usage || !row) throw new Error(`${id} was served by nobody, or has no row`)
      charged += row.quota
      const writeOff = writeOffs.get(requestId) ?? 0
      expect(row.facts.write_off ?? 0).toBe(writeOff)
      const isPromptWithinLimit = usage.prompt_tokens <= PROMPT_TOKENS
      if (row.facts.end_reason === 'quota_cut') {
        if (isPromptWithinLimit) expect(writeOff, id).toBe(0)
        return
      }
      served += 1
      expect(row.facts.end_reason).toBe('done')
      // A vendor's count is believed up to the maximum that it was sent.
      const billed = usage.prompt_tokens + 2 * Math.min(usage.completion_tokens, maximumIn(request.body) ?? Number.POSITIVE_INFINITY)
      expect(row.quota + writeOff, id).toBe(billed)
      const isAllShown = testRequest.isStream && !hidden.has(testRequest.model)
      const most = isAllShown ? SHOWN : (maximumIn(request.body) ?? 0)
      if (testRequest.maxOutputTokens !== undefined) expect(maximumIn(request.body)).toBeLessThanOrEqual(testRequest.maxOutputTokens)
      if (!isPromptWithinLimit || usage.completion_tokens > most) return
      withinLimit += 1
      expect(writeOff, id).toBe(0)
    })
    expect(served).toBeGreaterThanOrEqual(5)
    expect(withinLimit).toBeGreaterThan(0)
    expect(await payer.balance()).toBeGreaterThanOrEqual(0)
    return charged
  }
  const all = (cases: readonly Case[], ask: (one: Case) => Promise<CallFacts>) => Promise.all(cases.map(ask))

  test('the balance stays at zero or above, and what it cannot pay is the house’s, call by call', async () => {
    world.provider.clear()
    const payer = await payers.add(BALANCE)
    const cases = manyCases('user')
    const facts = await all(cases, ({ testRequest }) => send(world.url, payer.key, testRequest))
    const charged = await judge(payer, cases, facts)
    expect(await payer.balance()).toBe(BALANCE - charged)
  })

  test('what a token cannot cover is paid by the balance, and uses the token up', async () => {
    world.provider.clear()
    const payer = await payers.add(20 * BALANCE, { limit: BALANCE })
    const houseBefore = [...(await payers.writeOffs()).values()].reduce((sum, part) => sum + part, 0)
    const cases = manyCases('token')
    const facts = await all(cases, ({ testRequest }) => send(world.url, payer.key, testRequest))
    const charged = await judge(payer, cases, facts)
    expect(await payer.balance()).toBe(20 * BALANCE - charged)
    expect([...(await payers.writeOffs()).values()].reduce((sum, part) => sum + part, 0)).toBe(houseBefore)
    const shown = await payer.console.call<{ remain_quota: number; used_quota: number; status: number }>(
      'GET',
      `/api/token/${payer.tokenId}`,
    )
    expect(shown).toMatchObject({ used_quota: charged, remain_quota: Math.max(0, BALANCE - charged), status: charged < BALANCE ? 1 : 4 })
  })

  test('in the playground it is the same', async () => {
    world.provider.clear()
    const payer = await payers.add(BALANCE)
    const cases = manyCases('playground').map(({ id, testRequest }) => ({
      id,
      testRequest: { ...testRequest, dialect: 'openai-chat' } as const,
    }))
    const facts = await all(cases, ({ testRequest }) =>
      call(`${world.url}/pg/chat/completions`, {
        timeoutMs: 60_000,
        method: 'POST',
        headers: { cookie: payer.console.cookie, 'waystation-user': String(payer.userId) },
        body: bodyOf(testRequest),
      }),
    )
    const charged = await judge(payer, cases, facts)
    expect(await payer.balance()).toBe(BALANCE - charged)
  })

  test('a limit that is lowered under what is held does not make the calls cheaper', async () => {
    world.provider.clear()
    const payer = await payers.add(20 * BALANCE, { limit: BALANCE })
    const running = Array.from({ length: 10 }, (_, at) =>
      send(world.url, payer.key, {
        ...{ dialect: 'openai-chat', model: 'fake-chat', isStream: at % 2 === 0, maxOutputTokens: MAXIMUM },
        prompt: `#call:low-${at} #in:90 #out:${SHOWN} #told:${MAXIMUM - 10} #chunks:${SHOWN}x50ms ${WORDS}`,
      }),
    )
    await expect.poll(() => world.provider.requests.length).toBe(10)
    const lowered = { id: payer.tokenId, name: 'pays', unlimited_quota: false, remain_quota: 2000, expired_time: -1 }
    await payer.console.call('PUT', '/api/token/', lowered)
    const facts = await Promise.all(running)
    for (const { status } of facts) expect(status).toBe(200)
    expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
    const billed = 10 * (90 + 2 * (MAXIMUM - 10))
    expect(await payer.tokenRemainder()).toBe(2000 - billed)
    expect(await payer.balance()).toBe(20 * BALANCE - billed)
    const parts = await payers.writeOffs()
    expect(facts.reduce((sum, { requestId }) => sum + (parts.get(requestId) ?? 0), 0)).toBe(0)
  })
})

eachDatabase('a kill in the middle of calls that cost more than they hold', ({ address }) => {
  test('leaves no account below zero when they are recovered, and what others hold is theirs', async () => {
    const fixture = await openLedgerFixture(address())
    try {
      const dead = await fixture.node()
      const user = await fixture.user(1000)
      const alone = await fixture.user(300)
      const greedy = holdFor(dead, { user, amount: 100 })
      const others = holdFor(dead, { user, amount: 250 })
      const single = holdFor(dead, { user: alone, amount: 100 })
      for (const hold of [greedy, others, single]) expect((await dead.submit(hold)).kind).toBe('done')
      for (const [hold, used, who] of [
        [greedy, 5000, user],
        [others, 200, user],
        [single, 5000, alone],
      ] as const)
        await dead.submit({ kind: 'checkpoint', id: hold.id, used, facts: JSON.stringify(logFor(who.userId, used)) })

      expect(await fixture.crash(dead)).toEqual({ recovered: 3, released: 0 })
      expect(await fixture.refs(greedy.id)).toEqual([`house:${greedy.id}`, `recover:${greedy.id}`])
      expect(await fixture.refs(others.id)).toEqual([`recover:${others.id}`])
      // The greedy one leaves the other its 250, whichever of them comes first.
      expect(await fixture.charged(others.id, user.accountId)).toBe(200)
      const left = await fixture.balance(user.accountId)
      expect(left.posted).toBeGreaterThanOrEqual(0)
      expect(left).toMatchObject({ held: 0, used: 1000 - left.posted })
      expect(await fixture.balance(alone.accountId)).toMatchObject({ posted: 0, held: 0, used: 300 })

      // Its owner was not dead after all, and knows the true cost: the house's part follows, the user is not overdrawn.
      await dead.submit({ kind: 'settle', id: single.id, amount: 700, log: logFor(alone.userId, 700) })
      expect(await fixture.balance(alone.accountId)).toMatchObject({ posted: 0, used: 300 })
      await dead.submit({ kind: 'settle', id: greedy.id, amount: 60, log: logFor(user.userId, 60) })
      expect(await fixture.balance(user.accountId)).toMatchObject({ posted: 1000 - 200 - 60, used: 260 })
      expect((await fixture.reconcile()).differences).toEqual([])
    } finally {
      await fixture.close()
    }
  })
})
