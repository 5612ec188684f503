import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases.ts'
import { openResponses } from './response-keeper.ts'

eachDatabase('kept answers', ({ database }) => {
  let nowMs = 1_800_000_000_000
  const open = () => openResponses(database(), () => nowMs)
  const answer = (id: string, previousId = '') => ({ id, previousId, userId: 1, channelId: 7, input: `["${id}?"]`, body: `{"id":"${id}"}` })

  test('an answer is found by its owner only, with those before it', async () => {
    const responses = open()
    await responses.keep(answer('resp_1'))
    await responses.keep(answer('resp_2', 'resp_1'))
    await responses.keep(answer('resp_3', 'resp_2'))
    expect(await responses.find(1, 'resp_2')).toMatchObject({ channelId: 7, input: '["resp_2?"]', body: '{"id":"resp_2"}' })
    expect(await responses.find(2, 'resp_2')).toBeUndefined()
    expect((await responses.chain(1, 'resp_3'))?.map((link) => link.body)).toEqual([
      '{"id":"resp_1"}',
      '{"id":"resp_2"}',
      '{"id":"resp_3"}',
    ])
    expect(await responses.chain(2, 'resp_3')).toBeUndefined()
  })

  test('a conversation with a gap cannot be gone on with', async () => {
    const responses = open()
    expect(await responses.delete(2, 'resp_2')).toBe(false)
    expect(await responses.delete(1, 'resp_2')).toBe(true)
    expect(await responses.delete(1, 'resp_2')).toBe(false)
    expect(await responses.chain(1, 'resp_3')).toBeUndefined()
    expect(await responses.chain(1, 'resp_1')).toHaveLength(1)
  })

  test('a conversation that runs in a circle ends', async () => {
    await open().keep(answer('resp_1', 'resp_3'))
    await open().keep(answer('resp_2', 'resp_1'))
    expect(await open().chain(1, 'resp_3')).toBeUndefined()
  })

  test('ids that are no ids are nobody', async () => {
    await open().keep(answer('x'.repeat(400)))
    expect(await open().find(1, 'x'.repeat(400))).toBeUndefined()
    expect(await open().find(1, '')).toBeUndefined()
  })

  test('what has expired is not found and is purged', async () => {
    nowMs += 31 * 24 * 3600 * 1000
    expect(await open().find(1, 'resp_1')).toBeUndefined()
    expect(await open().purge()).toBe(3)
  })
})
