// Stored balances, on every database.
import { ChannelDraft } from '@waystation/contract/channels/channel'
import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { findBalanceChannels, noteBalance } from './channel-balance-store.ts'
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
    await database().run(noteBalance, { id, amount: 41.1234567, currency: 'CNY', telling: null })
    expect(await shown(id)).toMatchObject({ balance: 41.123457, balance_currency: 'CNY' })
    expect((await shown(id))?.balance_updated_time).toBeGreaterThan(1_700_000_000)
    await database().run(noteBalance, { id, amount: -0.5, currency: 'USD', telling: null })
    expect(await shown(id)).toMatchObject({ balance: -0.5, balance_currency: 'USD' })
  })

  test('channels with a readable balance come best priority first', async () => {
    const best = await make({ priority: 1_000_000 })
    const rows = await findBalanceChannels(database())
    expect(rows[0]).toEqual({ id: best, type: 8, base_url: 'https://far.example' })
    expect(rows.length).toBeGreaterThan(1)
  })
})
