// Who and what there is in the generated month: people with tokens, channels, models with prices, and a clock.

import type { DatabaseKind } from '../../db/kind.ts'
import { openConsole, PASSWORD, type TestConsole, type Visitor } from '../console.ts'
import { openTestDatabase, type TestPlace, testPlace } from '../databases/databases.ts'
import { type FakeStripe, openFakeStripe } from '../fakes/fake-stripe.ts'
import { aboveBuiltIn } from '../price-options.ts'
import { openTimedDatabase } from './month-tasks.ts'

/** A month of thirty days: dashboards of users show no longer ones. */
export const MONTH_START_MS = Date.UTC(2026, 8, 1)
export const MONTH_DAYS = 30
const DAY_MS = 86_400_000
export const EPAY_KEY = 'month-epay-key'
export const STRIPE_SECRET = 'whsec_month'
export const UNIT = 500_000

/** Quota for a million tokens is a ratio times two dollars; the last costs nothing. */
export const RATIOS: Readonly<Record<string, number>> = {
  'month-a': 1.25,
  'month-b': 0.075,
  'month-c': 7.5,
  'month-d': 0.3333,
  'month-free': 0,
}
const GROUPS = { default: 1, vip: 0.8, svip: 0.5 }
const CHANNELS = 6
const PEOPLE = 8

/** Notes a screen's number beside what the entries come to. */
export type Compare = (what: string, screen: number, entries: number) => void

export interface MonthToken {
  /** 0: a call in the playground. */
  readonly id: number
  readonly accountId: number
  readonly name: string
  readonly isUnlimited: boolean
}

export interface MonthPerson {
  visitor: Visitor
  readonly accountId: number
  readonly group: string
  readonly tokens: readonly MonthToken[]
}

export interface Scene {
  readonly console: TestConsole
  readonly place: TestPlace
  readonly stripe: FakeStripe
  readonly clock: { ms: number }
  root: Visitor
  readonly people: MonthPerson[]
  readonly channelIds: readonly number[]
  /** A call that must succeed. */
  call<Data>(line: string, as: Visitor, body?: object): Promise<Data>
  /** Logs everybody in again: sessions end while a month passes. */
  logIn(): Promise<void>
  close(): Promise<void>
}

export const MONTH_END_MS = MONTH_START_MS + MONTH_DAYS * DAY_MS - 1

export async function openScene(kind: DatabaseKind): Promise<Scene> {
  const place = await testPlace(kind)
  const stripe = await openFakeStripe()
  const clock = { ms: MONTH_START_MS }
  // Tables are made once by the usual way.
  await (await openTestDatabase(place.address)).close()
  const console = await openConsole({
    ...{ place, now: () => clock.ms, stripeApi: stripe.url },
    open: (address) => openTimedDatabase(address, () => clock.ms),
  })
  const call = async <Data>(line: string, as: Visitor, body?: object): Promise<Data> => {
    const { json, text } = await console.call(line, { as, ...(body ? { body } : {}) })
    if (!json.success) throw new Error(`${line}: ${text}`)
    return json.data as Data
  }
  const root = await console.root()
  await console.confirm(root, 'secret_options')
  const options = {
    ...{ ServerAddress: 'http://gw.example', PayAddress: 'https://pay.example', EpayId: '1001', EpayKey: EPAY_KEY, Price: 7.3 },
    ...{ StripeSecretKey: 'sk_test_month', StripeWebhookSecret: STRIPE_SECRET, RebateEnabled: true, RebatePercentage: 12.5 },
    ...{ CheckInEnabled: true, CheckInQuota: 100, CheckInMaxQuota: 900, QuotaForNewUser: 5000 },
    ...{ QuotaForInviter: 3 * UNIT, QuotaForInvitee: 700, GroupRatio: JSON.stringify(GROUPS) },
    ModelRatio: aboveBuiltIn('ModelRatio', JSON.stringify(RATIOS)),
  }
  for (const [key, value] of Object.entries(options)) await call('PUT /api/option/', root, { key, value: String(value) })
  const channelIds = await addChannels(call, root)
  const scene: Scene = {
    ...{ console, place, stripe, clock, root, people: [], channelIds, call },
    async logIn() {
      scene.root = await console.login('root')
      for (const person of scene.people) person.visitor = await console.login(person.visitor.username)
    },
    async close() {
      await console.close()
      stripe.close()
      await place.drop()
    },
  }
  await addPeople(scene)
  return scene
}

async function addChannels(call: Scene['call'], root: Visitor): Promise<number[]> {
  for (let at = 0; at < CHANNELS; at += 1) {
    const models = Object.keys(RATIOS).join(',')
    await call('POST /api/channel/', root, {
      name: `channel ${at}`,
      type: 8,
      key: 'sk-x',
      base_url: 'https://vendor.example',
      models,
      group: 'default,vip,svip',
      auto_ban: 0,
    })
  }
  return (await call<{ id: number }[]>('GET /api/channel/?page_size=100', root)).map(({ id }) => id)
}

/** The first two invite the others. Everybody has a token without a limit and one with. */
async function addPeople(scene: Scene): Promise<void> {
  const { console, call } = scene
  const codes: string[] = []
  for (let at = 0; at < PEOPLE; at += 1) {
    const username = `person${at}`
    const body = { username, password: PASSWORD, password2: PASSWORD, aff_code: at < 2 ? '' : (codes[at % 2] ?? '') }
    const { json, text } = await console.call('POST /api/user/register', { body })
    if (!json.success) throw new Error(text)
    const visitor = await console.login(username)
    if (at < 2) codes.push(await call<string>('GET /api/user/aff', visitor))
    const group = ['default', 'vip', 'svip'][at % 3] ?? 'default'
    await call('PUT /api/user/', scene.root, { id: visitor.id, group })
    const unlimited = await call<{ id: number }>('POST /api/token/', visitor, { name: `free${at}`, unlimited_quota: true })
    const limited = await call<{ id: number }>('POST /api/token/', visitor, { name: `bound${at}`, remain_quota: 2_000 * UNIT })
    scene.people.push({
      ...{ visitor, group, accountId: await accountOf(scene, 'user', visitor.id) },
      tokens: [
        { id: unlimited.id, accountId: await accountOf(scene, 'token', unlimited.id), name: `free${at}`, isUnlimited: true },
        { id: limited.id, accountId: await accountOf(scene, 'token', limited.id), name: `bound${at}`, isUnlimited: false },
        { id: 0, accountId: 0, name: 'playground', isUnlimited: true },
      ],
    })
  }
}

async function accountOf({ console }: Scene, kind: string, ownerId: number): Promise<number> {
  const { id } = await console.database.read
    .selectFrom('account')
    .select('id')
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(id)
}
