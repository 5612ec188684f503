// Stored balances, on every database.
import { ChannelDraft } from '@waystation/contract/channels/channel'
import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { disableUnfundedChannel, findBalanceChannels, noteBalance } from './channel-balance-store.ts'
import { channelColumns, channelJson } from './channel-draft.ts'
import { type ChannelColumns, createChannel, findChannel } from './channel-store.ts'

eachDatabase('balances of channels', ({ database }) => {
  const make = async (fields: object = {}): Promise<number> => {
    const draft = ChannelDraft.decode({ name: 'c', type: 8, key: 'k', models: 'm', base_url: 'https://far.example', ...fields } as never)
    const columns = { other_info: '', ...channelColumns(draft) } as ChannelColumns
    return (await database().run(createChannel, { columns, keys: [{ key_enc: 'e', key_hash: 'h', key_tail: 't', row_uid: 'u' }] })).id
  }
  const shown = async (id: number) => {
    const row = await findChannel(database(), id)
    return row && channelJson(row)
  }

  test('a balance is stored to the millionth, with its currency and time; debts too', async () => {
    const id = await make()
    expect(await shown(id)).toMatchObject({ balance: 0, balance_currency: '', balance_updated_time: 0 })
    await database().run(noteBalance, { id, amount: 41.1234567, currency: 'CNY' })
    expect(await shown(id)).toMatchObject({ balance: 41.123457, balance_currency: 'CNY' })
    expect((await shown(id))?.balance_updated_time).toBeGreaterThan(1_700_000_000)
    await database().run(noteBalance, { id, amount: -0.5, currency: 'USD' })
    expect(await shown(id)).toMatchObject({ balance: -0.5, balance_currency: 'USD' })
  })

  test('a broke channel is disabled once, with its reason; one that a person disabled is left alone', async () => {
    const [on, off] = [await make(), await make({ status: 2 })]
    const broke = (id: number) =>
      database().run(disableUnfundedChannel, { id, reason: 'used up', code: 'channel_balance_used_up', facts: { amount: '0.00' } })
    expect([await broke(on), await broke(on), await broke(off)]).toEqual([true, false, false])
    expect((await shown(off))?.status).toBe(2)
    const channel = await shown(on)
    expect(channel?.status).toBe(3)
    expect(JSON.parse(channel?.other_info ?? '')).toEqual({
      status_reason: 'used up',
      status_time: expect.any(Number),
      status_code: 'channel_balance_used_up',
      status_facts: { amount: '0.00' },
    })
  })

  test('channels with a readable balance come best priority first', async () => {
    const best = await make({ priority: 1_000_000 })
    const rows = await findBalanceChannels(database())
    expect(rows[0]).toEqual({ id: best, type: 8, base_url: 'https://far.example' })
    expect(rows.length).toBeGreaterThan(1)
  })
})
