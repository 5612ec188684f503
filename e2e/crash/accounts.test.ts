// The server is killed while people register, reset passwords and bind addresses, and while mail goes out. Afterwards nothing is half-made, and
// no mail is lost or comes under two ids.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../server/src/db/database.ts'
import { databaseAddress } from '../../server/src/db/kind.ts'
import { openDatabase } from '../../server/src/db/open-database.ts'
import { reconcile } from '../../server/src/domain/ledger/reconcile/reconcile.ts'
import { freePort } from '../../server/src/testing/network/free-port.ts'
import { localhostCertificate } from '../../server/src/testing/network/localhost-certificate.ts'
import { openSmtpServer, type TakenMail, type TestSmtp } from '../../server/src/testing/network/smtp-server.ts'
import { MailedPeople } from './mailed-people.ts'
import { ServerProcess } from './server-process.ts'

const ROUNDS = 4
const dataDir = mkdtempSync(join(tmpdir(), 'waystation-accounts-'))
const databaseUrl = `sqlite:${join(dataDir, 'waystation.db')}`
const certificateFile = join(dataDir, 'certificate.pem')
let server: ServerProcess
let smtp: TestSmtp
let people: MailedPeople
/** What is done when a mail has come whole, before the server hears of it. */
let onMail: (mail: TakenMail) => Promise<void> | void = () => {}

beforeAll(async () => {
  writeFileSync(certificateFile, localhostCertificate.cert)
  smtp = await openSmtpServer({ tls: 'implicit', onMail: (mail) => onMail(mail) })
  const env = { NODE_EXTRA_CA_CERTS: certificateFile, TRUSTED_PROXIES: '127.0.0.1' }
  server = new ServerProcess({ port: await freePort(), dataDir, databaseUrl, env })
  await server.start()
  people = await MailedPeople.begin(server.url, smtp)
})
afterAll(async () => {
  await server.kill()
  await smtp.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Reads the database while nobody else has it open. */
async function look<Value>(read: (database: Database) => Promise<Value>): Promise<Value> {
  const address = databaseAddress(databaseUrl)
  const database = await openDatabase({ address, taskModules: [], tasks: [], isExclusive: false, onDeath: () => {} })
  try {
    return await read(database)
  } finally {
    await database.close()
  }
}

/** What the tables say of one user. */
function stateOf(username: string) {
  return look(async ({ read }) => {
    const user = await read.selectFrom('user').selectAll().where('username', '=', username).executeTakeFirstOrThrow()
    const codes = await read.selectFrom('one_time_code').selectAll().execute()
    const sessions = await read.selectFrom('session').select('id_hash').where('user_id', '=', user.id).execute()
    const isUsed = (purpose: string, subject: string) =>
      codes.some((code) => code.purpose === purpose && code.subject === subject && code.code_hash === '')
    return {
      ...{ email: user.email, passwordHash: user.password_hash, sessions: sessions.length },
      isResetUsed: isUsed('reset', `${username}@a.test`),
      isBindUsed: isUsed(`bind:${user.id}`, `${username}@new.test`),
    }
  })
}

/** Waits until nothing is on its way out. */
async function settled(): Promise<void> {
  const waiting = () => look(({ read }) => read.selectFrom('outbox').select('id').where('state', '=', 'waiting').execute())
  await expect.poll(waiting, { timeout: 60_000, interval: 200 }).toEqual([])
}

test('a mail that came whole before the server was killed comes again under the same id, and then no more', async () => {
  const ids: string[] = []
  onMail = async ({ messageId }) => {
    ids.push(messageId)
    if (ids.length === 1) await server.kill()
  }
  await people.askForCode('first@a.test')
  await server.exited
  await server.start()
  await expect.poll(() => ids.length).toBe(2)
  await settled()
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
  onMail = () => {}
  await server.kill()
  expect(await look((database) => database.read.selectFrom('outbox').select(['state', 'tries', 'body']).execute())).toEqual([
    { state: 'delivered', tries: 2, body: '' },
  ])
  await server.start()
})

test('a registration is whole or not there, with its gifts, its token and its inviter', async () => {
  const answered: string[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const names = Array.from({ length: 8 }, (_, at) => `r${round}u${at}`)
    const running = names.map(async (name) => {
      if (await people.registerInvited(name)) answered.push(name)
    })
    // When some are answered, others are hashing or writing.
    const before = answered.length
    await vi.waitUntil(() => answered.length >= before + round, { timeout: 60_000, interval: 1 })
    await server.kill()
    await Promise.all(running)
    await server.start()
  }
  await server.kill()
  await look(async (database) => {
    const users = await database.read.selectFrom('user').selectAll().where('username', 'like', 'r%u%').execute()
    const entries = await database.read.selectFrom('entry').select(['ref', 'amount']).execute()
    const tokens = await database.read.selectFrom('token').select('user_id').execute()
    expect(users.map(({ username }) => username)).toEqual(expect.arrayContaining(answered))
    expect(answered.length).toBeGreaterThan(ROUNDS)
    expect(users.length).toBeLessThan(8 * ROUNDS)
    for (const { id, username, inviter_id } of users) {
      const own = entries
        .filter(({ ref }) => ref.endsWith(`:${id}`) && ref.startsWith('grant:'))
        .map(({ ref, amount }) => [ref, Number(amount)])
      expect(Object.fromEntries(own), username).toEqual({
        ...{ [`grant:register:${id}`]: 1000, [`grant:invitee:${id}`]: 7, [`grant:inviter:${id}`]: 50 },
      })
      expect(tokens.filter(({ user_id }) => Number(user_id) === Number(id))).toHaveLength(1)
      expect(Number(inviter_id)).toBe(people.rootId)
    }
    const root = await database.read.selectFrom('user').select('aff_count').where('id', '=', people.rootId).executeTakeFirstOrThrow()
    expect(root.aff_count).toBe(users.length)
    expect((await reconcile(database)).differences).toEqual([])
  })
  await server.start()
  // Whoever was not registered can be, under the same name.
  for (const name of [`r${ROUNDS}u0`, `r${ROUNDS}u1`])
    expect((await people.registerInvited(name)) || (await people.logIn(name)) !== undefined).toBe(true)
})

test('a new password is set with its link used up and all sessions ended, or nothing of it happened', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const name = `reset${round}`
    const email = `${name}@a.test`
    await people.registerWithAddress(name, email)
    const token = await people.resetToken(email)
    const before = await stateOf(name)
    const running = people.reset(email, token)
    // The server is killed later in each round: before, while and after it writes.
    await sleep(round * 18)
    await server.kill()
    const password = await running
    const after = await stateOf(name)
    await server.start()
    const isChanged = after.passwordHash !== before.passwordHash
    expect({ isUsed: after.isResetUsed, sessions: after.sessions }).toEqual({
      isUsed: isChanged,
      sessions: isChanged ? 0 : before.sessions,
    })
    if (password !== undefined) expect(isChanged).toBe(true)
    // A link that was not used up still works.
    expect((await people.reset(email, token)) !== undefined).toBe(!isChanged)
  }
})

test('an address is bound with its code used up and the former one told, or nothing of it happened', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const name = `bind${round}`
    const visitor = await people.registerWithAddress(name, `${name}@old.test`)
    const bind = await people.prepareBinding(visitor, `${name}@new.test`)
    const running = bind()
    // As above; this write is a short one.
    await sleep(round * 3)
    await server.kill()
    const isAnswered = await running
    const { email, isBindUsed } = await stateOf(name)
    await server.start()
    const isBound = email === `${name}@new.test`
    expect(isBindUsed).toBe(isBound)
    if (isAnswered) expect(isBound).toBe(true)
    await settled()
    const notices = smtp.mails.filter(({ envelopeTo, subject }) => envelopeTo[0] === `${name}@old.test` && subject.includes('was changed'))
    expect(new Set(notices.map(({ messageId }) => messageId)).size).toBe(isBound ? 1 : 0)
  }
})

test('every mail of the outbox has come, under one id, and its text is gone from the table', async () => {
  await settled()
  await server.kill()
  const rows = await look((database) => database.read.selectFrom('outbox').selectAll().execute())
  expect(rows.length).toBeGreaterThan(2 * ROUNDS)
  const came = new Set(smtp.mails.map(({ messageId }) => messageId.slice(1, messageId.indexOf('@'))))
  expect(rows.filter(({ state, body }) => state !== 'delivered' || body !== '')).toEqual([])
  expect([...came].sort()).toEqual(rows.map(({ row_uid }) => row_uid).sort())
})
