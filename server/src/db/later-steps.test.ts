import { tokenScopes } from '@waystation/contract/people/access-token'
import { expect, test } from 'vitest'
import { postMovements } from '../domain/ledger/testing/fixture-tasks.ts'
import { openLedgerFixture } from '../domain/ledger/testing/ledger-fixture.ts'
import { saveOptions } from '../domain/option/option-store.ts'
import { createUser } from '../domain/user/user-store.ts'
import { openTestDatabase } from '../testing/databases/database-places.ts'
import { eachDatabase } from '../testing/databases/databases.ts'
import { runAt } from '../testing/time/run-at.ts'
import type { DatabaseAddress } from './kind.ts'

const columns = ['status', 'reversals', 'quota_back', 'rebate_back', 'money_back'] as const

/** Runs a step on a database that has seen it. */
async function runAgain(address: DatabaseAddress, step: string): Promise<void> {
  await runAt(address, `delete from migration where name = '${step}'`)
  await (await openTestDatabase(address)).close()
}

eachDatabase('the step that counts what was taken back', ({ address, database }) => {
  test('knows the refunds of before, and may run twice', async () => {
    const fixture = await openLedgerFixture(address())
    const [{ accountId: buyer }, { accountId: inviter }] = [await fixture.user(900), await fixture.user(90)]
    for (const status of ['refunded', 'paid', 'pending'])
      await runAt(
        address(),
        `insert into top_up_order (user_id, gateway, method, trade_no, amount, quota, money, currency, status, created_at, paid_at)
         values (1, 'epay', 'zfb', '${status}', 1, 900, 730, 'CNY', '${status}', 1, 2)`,
      )
    const rows = () => database().read.selectFrom('top_up_order').select(columns).select('id').orderBy('id').execute()
    const id = (await rows())[0]?.id
    const back = { to: fixture.accounts.grant, kind: 'refund', actorId: 0 }
    await fixture.database.run(postMovements, [
      { ...back, ref: `refund:epay:${id}`, from: buyer, amount: 900 },
      { ...back, ref: `refund:rebate:epay:${id}`, from: inviter, amount: 90 },
    ])
    for (let run = 0; run < 2; run += 1) {
      await runAgain(address(), '2026-11-26-refunds')
      expect((await rows()).map((row) => columns.map((name) => (name === 'status' ? row[name] : Number(row[name]))))).toEqual([
        ['refunded', 1, 900, 90, 0],
        ['paid', 0, 0, 0, 0],
        ['pending', 0, 0, 0, 0],
      ])
    }
    await fixture.close()
  })
})

eachDatabase('the step that gives whole answers a time limit of their own', ({ address, database }) => {
  test('takes over what an admin had set, and may run twice', async () => {
    const rows = () => database().read.selectFrom('option').select(['key', 'value']).orderBy('key').execute()
    await runAgain(address(), '2026-11-26-time-limits')
    expect(await rows()).toEqual([])
    await database().run(saveOptions, { rows: [{ key: 'relay.first_byte_timeout_seconds', value: '45' }] })
    for (let run = 0; run < 2; run += 1) {
      await runAgain(address(), '2026-11-26-time-limits')
      expect(await rows()).toEqual([
        { key: 'relay.first_byte_timeout_seconds', value: '45' },
        { key: 'relay.whole_first_byte_timeout_seconds', value: '45' },
      ])
    }
  })
})

eachDatabase('the step that gives access tokens scopes', ({ address, database }) => {
  test('lets those of before do all and never end, and may run twice', async () => {
    const person = { displayName: '', passwordHash: '', role: 1, group: 'default', email: '', language: '', quota: 0, cause: 'test' }
    const [old, none] = [
      await database().run(createUser, { ...person, username: 'old' }),
      await database().run(createUser, { ...person, username: 'none' }),
    ]
    await runAt(address(), `update ${database().kind === 'mysql' ? '`user`' : '"user"'} set access_token_hash = 'h' where id = ${old}`)
    const columns = ['id', 'access_token_scopes', 'access_token_expires_at'] as const
    const rows = () => database().read.selectFrom('user').select(columns).where('id', 'in', [old, none]).orderBy('id').execute()
    for (let run = 0; run < 2; run += 1) {
      await runAgain(address(), '2026-11-26-token-scopes')
      expect((await rows()).map((row) => [row.access_token_scopes, row.access_token_expires_at])).toEqual([
        [tokenScopes.join(','), null],
        ['', null],
      ])
    }
  })
})

eachDatabase('the step that names what no account could pay', ({ address, database }) => {
  test('renames it in the sum and in the row, and may run twice', async () => {
    const other = (name: string) => JSON.stringify({ charge: { quota: 6, [name]: 4 }, [name]: 4, note: 'house_part' })
    await runAt(address(), `insert into log_detail (request_id, other) values ('one', '${other('house_part')}'), ('two', '{"a":1}')`)
    for (let run = 0; run < 2; run += 1) {
      await runAgain(address(), '2026-11-26-write-off-names')
      const rows = await database().read.selectFrom('log_detail').select('other').orderBy('request_id').execute()
      expect(rows.map((row) => JSON.parse(row.other))).toEqual([JSON.parse(other('write_off')), { a: 1 }])
    }
  })
})

eachDatabase('the step that sums what moved on accounts by the quarter of an hour', ({ address, database }) => {
  test('keeps the sums of before at the beginning of their days, and may run twice or be cut off', async () => {
    const insert = 'insert into account_quarter (account_id, quarter_number, kind, entries, amount_in, amount_out) values (7,'
    await runAt(address(), `${insert} 20782, 'grant', 1, 2, 3); ${insert} 20783, 'settle', 4, 5, 6); ${insert} 1995170, 'grant', 7, 8, 9)`)
    await runAt(address(), 'alter table account_quarter rename to account_day')
    for (let run = 0; run < 2; run += 1) {
      await runAgain(address(), '2026-11-26-account-quarters')
      const rows = await database().read.selectFrom('account_quarter').selectAll().orderBy('quarter_number').execute()
      expect(rows.map((row) => Object.values(row).map((value) => (Number.isNaN(Number(value)) ? value : Number(value))))).toEqual([
        [7, 20_782 * 96, 'grant', 1, 2, 3],
        [7, 20_783 * 96, 'settle', 4, 5, 6],
        [7, 1_995_170, 'grant', 7, 8, 9],
      ])
    }
  })
})

eachDatabase('the step that notes the zones of months', ({ address, database }) => {
  test('leaves this month in UTC where money has moved before, and may run twice', async () => {
    const months = () => database().read.selectFrom('statement_month').selectAll().execute()
    await runAgain(address(), '2026-11-26-statement-months')
    expect(await months()).toEqual([])
    const fixture = await openLedgerFixture(address())
    await fixture.user(900)
    const before = new Date().toISOString().slice(0, 7)
    for (let run = 0; run < 2; run += 1) {
      await runAgain(address(), '2026-11-26-statement-months')
      expect([before, new Date().toISOString().slice(0, 7)].map((month) => ({ month, zone: 'UTC' }))).toContainEqual((await months())[0])
      expect(await months()).toHaveLength(1)
    }
    await fixture.close()
  })
})

eachDatabase('the step that sums usage by the quarter of an hour', ({ address, database }) => {
  const since = () => database().read.selectFrom('meta').select('value').where('key', '=', 'usage_quarters_since').executeTakeFirst()

  test('keeps the sums of before at their hours, says until when they are, and may run twice or be cut off', async () => {
    expect(await since()).toBeUndefined()
    const before = Date.now() / 1000
    await runAt(
      address(),
      `insert into usage_quarter (quarter, user_id, model_name, channel_id, calls, prompt_tokens, completion_tokens, quota)
         values (1795644000, 1, 'm', 2, 3, 4, 5, 6);
       insert into usage_model_quarter (quarter, model_name, calls, prompt_tokens, completion_tokens, quota)
         values (1795644000, 'm', 3, 4, 5, 6);
       insert into usage_channel_quarter (quarter, channel_id, calls, prompt_tokens, completion_tokens, quota)
         values (1795644000, 2, 3, 4, 5, 6);
       alter table usage_quarter rename column quarter to hour;
       alter table usage_quarter rename to usage_hour;
       alter table usage_model_quarter rename column quarter to hour`,
    )
    for (let run = 0; run < 2; run += 1) {
      await runAgain(address(), '2026-11-26-usage-quarters')
      for (const table of ['usage_quarter', 'usage_model_quarter', 'usage_channel_quarter'] as const) {
        const sums = await database().read.selectFrom(table).select(['quarter', 'calls', 'quota']).execute()
        expect(sums.map((row) => Object.values(row).map(Number))).toEqual([[1_795_644_000, 3, 6]])
      }
    }
    expect(Number((await since())?.value)).toBeGreaterThanOrEqual(before)
  })
})
