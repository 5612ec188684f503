// Lists of channels on each database: what they are narrowed down by, sorted by, and counted.
import { ChannelDraft } from '@waystation/contract/channels/channel'
import type { ChannelRest } from '@waystation/contract/channels/channel-list'
import { beforeAll, expect, test } from 'vitest'
import { secretsOf } from '../../../lib/secret.ts'
import { eachDatabase } from '../../../testing/databases/databases.ts'
import { newChannelColumns } from '../channel-draft.ts'
import { type ChannelColumns, createChannel } from '../channel-store.ts'
import { openWithActivity, setFigures } from '../testing/activity-rows.ts'
import { ChannelList, type ChannelQuestion } from './channel-list.ts'

const made: readonly {
  readonly name: string
  readonly used?: number
  /** Milliseconds, and when. */
  readonly tested?: readonly [number, number]
  readonly balance?: { readonly balance: string; readonly balance_at: number }
  readonly [field: string]: unknown
}[] = [
  { name: 'one', priority: 1, tag: 'b', remark: 'bill of March', used: 50, tested: [900, 7], balance: { balance: '9.5', balance_at: 1 } },
  { name: 'Two', priority: 9, tag: 'a', type: 14, used: 20, tested: [100, 1], balance: { balance: '10', balance_at: 1 } },
  { name: 'three', priority: 5, tag: 'b,c', status: 2, used: 900, balance: { balance: '-3', balance_at: 1 } },
  { name: 'four', priority: 7, group: 'vip', base_url: 'https://relay.test', weight: 3 },
]

eachDatabase('lists of channels', ({ database, address }) => {
  const secrets = secretsOf(Buffer.alloc(32, 1))
  const ids = new Map<string, number>()
  const failures: Record<string, number> = { one: 2, three: 7 }
  const rests = new Map<number, ChannelRest>()
  let list: ChannelList

  beforeAll(async () => {
    const past = await openWithActivity(address())
    for (const { used = 0, tested = [0, 0], balance = { balance: '0', balance_at: 0 }, ...fields } of made) {
      const draft = { type: 1, key: 'k', models: `m-${fields.name.toLowerCase()}`, group: 'default,vip', ...fields }
      const columns: ChannelColumns = newChannelColumns(ChannelDraft.decode(draft as never))
      const keys = [
        {
          key_enc: 'e',
          key_hash: secrets.lookupHash('whole-key'),
          key_tail: fields.name === 'three' ? 'a1B2' : 't',
          row_uid: `u-${fields.name}`,
        },
      ]
      const { id } = await database().run(createChannel, { columns, keys })
      ids.set(fields.name, id)
      const [response_time_ms, tested_at] = tested
      await past.run(setFigures, { id, used_quota: used, response_time_ms, tested_at, ...balance })
    }
    await past.close()
    rests.set(ids.get('four') ?? 0, { reason: 'failing', since: 5, until: 9, models: ['m-four'] })
    const failed = new Map(Object.entries(failures).map(([name, count]) => [ids.get(name) ?? 0, count]))
    list = new ChannelList({ database: database(), secrets, rests: { all: async () => rests }, activity: { failures: async () => failed } })
  })

  const found = async (question: ChannelQuestion, [offset, limit] = [0, 100]) => {
    const { items, total, tags } = await list.page(question, { offset, limit })
    return [items.map(({ name }) => name).join(), total, ...(question.tag_mode ? [tags.join()] : [])]
  }

  test.each<[ChannelQuestion, string]>([
    [{}, 'Two,four,three,one'],
    [{ id_sort: true }, 'four,three,Two,one'],
    [{ sort: 'nonsense; drop' }, 'Two,four,three,one'],
    [{ sort: 'id', id_sort: true }, 'one,Two,three,four'],
    [{ sort: 'name' }, 'four,one,three,Two'],
    [{ sort: '-name' }, 'Two,three,one,four'],
    [{ sort: '-weight' }, 'four,three,Two,one'],
    [{ sort: '-used_quota' }, 'three,one,Two,four'],
    // What was never read stands last, whichever way.
    [{ sort: 'response_time' }, 'Two,one,four,three'],
    [{ sort: '-response_time' }, 'one,Two,four,three'],
    [{ sort: 'test_time' }, 'Two,one,four,three'],
    [{ sort: '-test_time' }, 'one,Two,four,three'],
    [{ sort: '-balance' }, 'Two,one,three,four'],
    [{ sort: 'balance' }, 'three,one,Two,four'],
    [{ sort: '-failed' }, 'three,one,Two,four'],
    [{ sort: 'failed' }, 'Two,four,one,three'],
  ])('sorted by %o: %s', async (question, names) => {
    expect(await found(question)).toEqual([names, 4])
    // Pages are cut from the same order.
    expect(await found(question, [1, 2])).toEqual([names.split(',').slice(1, 3).join(), 4])
  })

  test.each<[ChannelQuestion, string]>([
    [{ type: 14 }, 'Two'],
    [{ tag: 'b' }, 'three,one'],
    [{ tag: 'b,c' }, 'three'],
    [{ tag: ',' }, 'four'],
    [{ tag: 'nobody' }, ''],
    [{ group: 'default' }, 'Two,three,one'],
    [{ group: 'defaul' }, ''],
    [{ group: 'null', model: 'm-f' }, 'four'],
    [{ status: '2' }, 'three'],
    [{ status: '7' }, 'Two,four,three,one'],
    [{ status: 'resting' }, 'four'],
    [{ status: 'resting', type: 14 }, ''],
    [{ tested: 'ok' }, 'Two,one'],
    [{ tested: 'none', tag: 'b' }, 'three'],
    [{ keyword: 'EE' }, 'three'],
    [{ keyword: 'claude' }, 'Two'],
    [{ keyword: 'relay.t' }, 'four'],
    [{ keyword: 'march' }, 'one'],
    [{ keyword: 'whole-key' }, 'Two,four,three,one'],
    [{ keyword: 'whole-' }, ''],
    // The end of a key, as lists of keys show it.
    [{ keyword: 'a1B2' }, 'three'],
    [{ keyword: 'sk-…a1b2' }, 'three'],
    [{ keyword: 'sk-****a1b2' }, 'three'],
    [{ keyword: '1b2' }, 'three'],
    [{ keyword: 'b2' }, ''],
    [{ keyword: '%' }, ''],
    [{ keyword: 'o', model: 'm-two' }, 'Two'],
    [{ sort: '-failed', tag: 'b' }, 'three,one'],
  ])('narrowed down by %o: %s', async (question, names) => {
    expect(await found(question)).toEqual([names, names === '' ? 0 : names.split(',').length])
  })

  test('a page of tags holds all channels of its tags; the types are counted under all other filters', async () => {
    expect(await found({ tag_mode: true })).toEqual(['Two,three,one', 3, 'a,b,c'])
    expect(await found({ tag_mode: true }, [1, 1])).toEqual(['three,one', 3, 'b'])
    expect(await found({ tag_mode: true }, [3, 1])).toEqual(['', 3, ''])
    expect(await found({ tag_mode: true, tag: 'c' })).toEqual(['three', 1, 'c'])
    expect(await found({ tag_mode: true, sort: '-used_quota' })).toEqual(['three,one,Two', 3, 'a,b,c'])
    // Where asked for, those without a tag are an entry behind the last tag.
    expect(await found({ tag_mode: true, untagged: true })).toEqual(['Two,three,one,four', 4, 'a,b,c,,'])
    expect(await found({ tag_mode: true, untagged: true }, [3, 1])).toEqual(['four', 4, ','])
    expect(await found({ tag_mode: true, untagged: true }, [2, 1])).toEqual(['three', 4, 'c'])
    expect(await found({ tag_mode: true, untagged: true, group: 'default' })).toEqual(['Two,three,one', 3, 'a,b,c'])
    expect(await found({ tag_mode: true, untagged: true, tag: ',' })).toEqual(['four', 1, ','])
    expect(await found({ untagged: true })).toEqual(['Two,four,three,one', 4])
    expect((await list.page({ type: 14 }, { offset: 0, limit: 1 })).typeCounts).toEqual({ 1: 3, 14: 1 })
    expect((await list.page({ type: 14, status: '2' }, { offset: 0, limit: 1 })).typeCounts).toEqual({ 1: 1 })
    const [four] = (await list.page({ keyword: 'four' }, { offset: 0, limit: 1 })).items
    expect(four?.resting).toEqual({ reason: 'failing', since: 5, until: 9, models: ['m-four'] })
  })
})
