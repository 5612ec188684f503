import { expect, test } from 'vitest'
import { secretsOf } from '../../lib/secret.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { openResponses, type Reader } from './response-service.ts'
import { saveResponse } from './response-store.ts'

const MB = 1024 * 1024

eachDatabase('kept answers', ({ database }) => {
  let nowMs = 1_800_000_000_000
  let maxBytes = 64 * MB
  const secrets = secretsOf(Buffer.alloc(32, 3))
  const open = () => openResponses({ database: database(), secrets, now: () => nowMs, maxBytesPerUser: () => maxBytes })
  const made = { tokenId: 5, model: 'model-a', group: 'default', channelId: 7 }
  const answer = (id: string, previousId = '', userId = 1) => ({
    id,
    previousId,
    itemIds: [`item_of_${id}`],
    userId,
    ...made,
    input: `["${id}?"]`,
    body: `{"id":"${id}"}`,
  })
  const user = (id: number, token: Reader['token'] = undefined, group = 'default'): Reader => ({ user: { id }, token, group })
  const one = user(1)
  const two = user(2)

  test('an answer is found by its owner only, with those before it', async () => {
    const responses = open()
    await responses.save(answer('resp_1'))
    await responses.save(answer('resp_2', 'resp_1'))
    await responses.save(answer('resp_3', 'resp_2'))
    expect(await responses.find(one, 'resp_2')).toMatchObject({ channelId: 7, input: '["resp_2?"]', body: '{"id":"resp_2"}' })
    expect(await responses.find(two, 'resp_2')).toBeUndefined()
    expect((await responses.chain(one, 'resp_3'))?.map((link) => link.body)).toEqual([
      '{"id":"resp_1"}',
      '{"id":"resp_2"}',
      '{"id":"resp_3"}',
    ])
    expect(await responses.chain(two, 'resp_3')).toBeUndefined()
  })

  // security 17
  test.each([
    ['the token that made it, whatever it may use now', { id: 5, models: new Set(['other']) }, 'vip', true],
    ['another token without limits, in the same group', { id: 6, models: null }, 'default', true],
    ['another token that may use the model', { id: 6, models: new Set(['model-a']) }, 'default', true],
    ['another token that may not use the model', { id: 6, models: new Set(['model-b']) }, 'default', false],
    ['another token of another group', { id: 6, models: null }, 'vip', false],
    ['the user in person', undefined, 'vip', true],
  ] as const)('%s reads an answer, goes on from it and deletes it, or none of these', async (_name, token, group, may) => {
    const responses = open()
    await responses.save(answer('resp_bound'))
    const reader = user(1, token, group)
    expect((await responses.find(reader, 'resp_bound')) !== undefined).toBe(may)
    expect((await responses.chain(reader, 'resp_bound')) !== undefined).toBe(may)
    expect(await responses.delete(reader, 'resp_bound')).toBe(may)
    await responses.delete(one, 'resp_bound')
  })

  test('items are looked up by their ids, by those who may read their answer', async () => {
    const responses = open()
    await responses.save(answer('resp_a'))
    await responses.save({
      ...answer('resp_b'),
      itemIds: ['item_1', 'item_1', '', 'x'.repeat(400), ...Array.from({ length: 700 }, (_, at) => `i_${at}`)],
    })
    const bodies = async (reader: Reader, ...ids: string[]) => (await responses.holders(reader, ids)).map(({ body }) => body).sort()
    expect(await bodies(one, 'item_of_resp_a', 'item_1', 'i_699', 'unknown')).toEqual(['{"id":"resp_a"}', '{"id":"resp_b"}'])
    expect(await bodies(two, 'item_of_resp_a', 'item_1')).toEqual([])
    expect(await bodies(user(1, { id: 6, models: new Set(['model-b']) }), 'item_1')).toEqual([])
    await responses.save({ ...answer('resp_c'), itemIds: ['item_1'] })
    expect(await bodies(one, 'item_1')).toEqual(['{"id":"resp_c"}'])
    await responses.delete(one, 'resp_c')
    expect(await bodies(one, 'item_1')).toEqual([])
    for (const id of ['resp_a', 'resp_b']) await responses.delete(one, id)
  })

  // security 16
  test('conversations are sealed, each text for its own place; older plain rows are read as they are', async () => {
    await open().save({ ...answer('resp_sealed'), input: '["a secret question"]', body: '{"text":"a secret answer"}' })
    const read = () =>
      database().read.selectFrom('stored_response').selectAll().where('response_key', '=', '1:resp_sealed').executeTakeFirstOrThrow()
    const row = await read()
    expect(`${row.input} ${row.body}`).not.toContain('secret')
    expect(Number(row.bytes)).toBe('["a secret question"]{"text":"a secret answer"}'.length)
    expect(await open().find(one, 'resp_sealed')).toMatchObject({ input: '["a secret question"]', body: '{"text":"a secret answer"}' })

    const plain = {
      userId: 1,
      tokenId: 0,
      model: '',
      group: '',
      channelId: 0,
      previousKey: '',
      rowUid: '',
      itemKeys: [],
      bytes: 2,
      expiresAt: 2_000_000_000,
    }
    await database().run(saveResponse, { ...plain, key: '1:resp_swapped', input: row.body, body: row.input, rowUid: row.row_uid })
    await expect(open().find(one, 'resp_swapped')).rejects.toThrow()
    await database().run(saveResponse, { ...plain, key: '1:resp_old', input: '[]', body: '{}' })
    expect(await open().find(user(1, { id: 6, models: null }), 'resp_old')).toMatchObject({ input: '[]', body: '{}' })
    // The model it was made with is unknown.
    expect(await open().find(user(1, { id: 6, models: new Set(['model-a']) }), 'resp_old')).toBeUndefined()
    for (const id of ['resp_sealed', 'resp_swapped', 'resp_old'])
      await database().run(saveResponse, { ...plain, key: `1:${id}`, input: '', body: '', expiresAt: 0 })
  })

  // security 7
  test('a user’s storage is limited: the oldest answers go, other users’ stay, and one beyond the whole limit is not stored', async () => {
    maxBytes = 1 * MB
    const responses = open()
    const large = (id: string, userId: number, bytes: number) => ({ ...answer(id, '', userId), input: 'x'.repeat(bytes) })
    await responses.save(large('resp_theirs', 9, 0.9 * MB))
    for (let at = 0; at < 20; at++) {
      nowMs += 1000
      expect(await responses.save(large(`resp_${at}`, 8, 0.2 * MB))).toBe(true)
    }
    const kept = async () => {
      const rows = await database().read.selectFrom('stored_response').select(['response_key', 'bytes']).where('user_id', '=', 8).execute()
      return { keys: rows.map((row) => row.response_key).sort(), bytes: rows.reduce((sum, row) => sum + Number(row.bytes), 0) }
    }
    expect((await kept()).bytes).toBeLessThanOrEqual(maxBytes)
    expect((await kept()).keys).toEqual(['8:resp_16', '8:resp_17', '8:resp_18', '8:resp_19'])
    expect(await responses.save(large('resp_huge', 8, 1.1 * MB))).toBe(false)
    expect((await kept()).keys).toHaveLength(4)
    expect(await responses.save(large('resp_whole', 8, 0.99 * MB))).toBe(true)
    expect((await kept()).keys).toEqual(['8:resp_whole'])
    expect(await responses.find(user(9), 'resp_theirs')).toBeDefined()

    // Small ones are added up every now and then.
    for (let at = 0; at < 200; at++) await responses.save(large(`resp_small_${at}`, 8, 0.01 * MB))
    expect((await kept()).bytes).toBeLessThanOrEqual(maxBytes * (1 + 1 / 16))
    maxBytes = 64 * MB
    await database().run(saveResponse, {
      userId: 9,
      ...made,
      key: '9:resp_theirs',
      previousKey: '',
      rowUid: '',
      itemKeys: [],
      bytes: 0,
      input: '',
      body: '',
      expiresAt: 0,
    })
  })

  test('a conversation with a gap cannot be gone on with', async () => {
    const responses = open()
    expect(await responses.delete(two, 'resp_2')).toBe(false)
    expect(await responses.delete(one, 'resp_2')).toBe(true)
    expect(await responses.delete(one, 'resp_2')).toBe(false)
    expect(await responses.chain(one, 'resp_3')).toBeUndefined()
    expect(await responses.chain(one, 'resp_1')).toHaveLength(1)
  })

  test('a conversation that runs in a circle ends', async () => {
    await open().save(answer('resp_1', 'resp_3'))
    await open().save(answer('resp_2', 'resp_1'))
    expect(await open().chain(one, 'resp_3')).toBeUndefined()
  })

  test('malformed ids match no user', async () => {
    await open().save(answer('x'.repeat(400)))
    expect(await open().find(one, 'x'.repeat(400))).toBeUndefined()
    expect(await open().find(one, '')).toBeUndefined()
  })

  test('what has expired is not found and is purged', async () => {
    nowMs += 31 * 24 * 3600 * 1000
    expect(await open().find(one, 'resp_1')).toBeUndefined()
    expect(await open().purge()).toBeGreaterThanOrEqual(3)
    expect(await database().read.selectFrom('stored_response').select('response_key').execute()).toEqual([])
    expect(await database().read.selectFrom('given_id').select('given_key').execute()).toEqual([])
  })
})
