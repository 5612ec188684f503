import type { JsonArray, JsonObject } from '@waystation/wire/encoding/json'
import { describe, expect, test } from 'vitest'
import type { ResponseRecord } from '../../domain/response/response-service.ts'
import type { Gateway } from '../gateway.ts'
import { playgroundCaller } from '../testing/step-parts.ts'
import { carried, itemsOf, outputItems, withReferenced } from './kept-items.ts'

test.each<[what: string, text: string, items: JsonArray]>([
  ['a list', '[{"a":1},"b"]', [{ a: 1 }, 'b']],
  ['an object', '{"a":1}', []],
  ['no JSON', '[', []],
])('the items of %s', (_what, text, items) => expect(itemsOf(text)).toEqual(items))

test.each<[what: string, reply: JsonObject | undefined, items: JsonObject[]]>([
  ['with items', { output: [{ id: 'a' }, 'text', null] }, [{ id: 'a' }]],
  ['without', { status: 'failed' }, []],
  ['that is none', undefined, []],
])('the items of a reply %s', (_what, reply, items) => expect(outputItems(reply)).toEqual(items))

test.each<[what: string, item: JsonObject, kept: JsonObject[]]>([
  ['loses its id and status', { id: 'msg_1', status: 'completed', type: 'message', role: 'user' }, [{ type: 'message', role: 'user' }]],
  [
    'stays, where it is thinking that can be sent again',
    { id: 'rs_1', type: 'reasoning', encrypted_content: 'x' },
    [{ type: 'reasoning', encrypted_content: 'x' }],
  ],
  ['is left out, where it is thinking that only its vendor has', { id: 'rs_1', type: 'reasoning', summary: [] }, []],
])('an item for another vendor %s', (_what, item, kept) => expect(carried(item)).toEqual(kept))

describe('references', () => {
  const record = (channelId: number, ...output: JsonObject[]): ResponseRecord => ({
    channelId,
    previousKey: '',
    input: '[]',
    body: JSON.stringify({ output }),
  })
  const first = { id: 'msg_1', type: 'message', content: 'one' }
  const second = { id: 'msg_2', type: 'message', content: 'two' }

  /** The items, from replies that are stored; and which ids were asked for. */
  async function resolved(items: JsonArray, ...records: ResponseRecord[]) {
    const asked: (readonly string[])[] = []
    const responses = {
      async holders(_reader: unknown, ids: readonly string[]) {
        asked.push(ids)
        return records
      },
    } as unknown as Gateway['responses']
    return { ...(await withReferenced(items, playgroundCaller, { responses })), asked }
  }
  const named = (id: string) => ({ type: 'item_reference', id })

  test('where there are none nothing is looked up', async () => {
    const items = [{ role: 'user', content: 'hi' }]
    expect(await resolved(items)).toEqual({ items, channelIds: [], knownIds: [], asked: [] })
  })

  test('give way to the items, in their places', async () => {
    const found = await resolved([named('msg_1'), { role: 'user', content: 'hi' }, named('msg_2')], record(3, first), record(4, second))
    expect(found).toMatchObject({ channelIds: [3, 4], knownIds: ['msg_1', 'msg_2'], asked: [['msg_1', 'msg_2']] })
    expect(found.items).toEqual([
      { type: 'message', content: 'one' },
      { role: 'user', content: 'hi' },
      { type: 'message', content: 'two' },
    ])
  })

  test('that cannot be looked up stay', async () => {
    const found = await resolved([named('msg_1'), named('msg_9')], record(3, first))
    expect(found.items).toEqual([{ type: 'message', content: 'one' }, named('msg_9')])
    expect(found.channelIds).toEqual([3])
  })

  test('bring an item once, however often it is named', async () => {
    const found = await resolved([named('msg_1'), named('msg_1'), named('msg_9'), named('msg_9')], record(3, first))
    expect(found.items).toEqual([{ type: 'message', content: 'one' }, named('msg_9'), named('msg_9')])
  })
})
