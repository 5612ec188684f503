import { selfUseModeEnabled } from '@waystation/contract/options/operation'
import { lossList } from '@waystation/wire/chat/losses/loss'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { describe, expect, test } from 'vitest'
import type { Vault } from '../../domain/vault/vault.ts'
import type { Attempt } from '../attempt.ts'
import { chatEndpoint } from '../door/endpoints.ts'
import type { ReplyListener } from '../reply.ts'
import { attemptAt, callAt, channelWith, optionsWith } from '../testing/step-parts.ts'
import type { Call } from '../types.ts'
import { encodeAttempt } from './encode-attempt.ts'
import { prepareRequest } from './prepare.ts'
import { foreignIds, GivenIds, nameForeign } from './vendor-ids.ts'

/** A vault in memory that writes down what is looked for. */
function openedVault(...keys: string[]) {
  const kept = new Map(keys.map((key) => [key, '1']))
  const asked: string[] = []
  const vault: Vault = {
    async save(items) {
      for (const { key, value } of items) kept.set(key, value)
    },
    async find(keysOf) {
      asked.push(...keysOf)
      return new Map(keysOf.flatMap((key) => (kept.has(key) ? [[key, '1']] : [])))
    },
    purge: async () => 0,
  }
  return { vault, kept, asked }
}

const body: JsonObject = {
  model: 'm',
  messages: [{ role: 'user', content: ['file-a', 'file-b'].map((file_id) => ({ type: 'file', file: { file_id } })) }],
}
const callOf = (more: Partial<Call> = {}) => callAt(chatEndpoint, body, more)
const attemptWith = (setting: object): Attempt => attemptAt(callOf(), { channel: channelWith({ setting: JSON.stringify(setting) }) })

describe('ids that the user was not given', () => {
  const plain = attemptWith({})
  const known = { knownIds: new Set(['file-a']) }

  test.each<[what: string, given: { call?: Call; attempt?: Attempt; selfUse?: boolean; vault?: Vault | undefined }, foreign: string[]]>([
    ['all, where nothing was given to anybody', {}, ['file-a', 'file-b']],
    ['all, where nothing is stored', { vault: undefined }, ['file-a', 'file-b']],
    ['not those that an answer gave', { vault: openedVault('given:1:file-a').vault }, ['file-b']],
    ['those that another was given', { vault: openedVault('given:2:file-a').vault }, ['file-a', 'file-b']],
    ['not those of the user’s own stored replies', { call: callOf({ extension: known }) }, ['file-b']],
    ['none, where the operator alone calls', { selfUse: true }, []],
    ['all, where the channel says so all the same', { selfUse: true, attempt: attemptWith({ vendor_ids: 'given' }) }, ['file-a', 'file-b']],
    ['none, where the channel passes them', { attempt: attemptWith({ vendor_ids: 'pass' }) }, []],
  ])('%s', async (_what, { call = callOf(), attempt = plain, selfUse = false, ...rest }, foreign) => {
    const vault = 'vault' in rest ? rest.vault : openedVault().vault
    const options = optionsWith([selfUseModeEnabled, selfUse])
    expect([...(await foreignIds(body, call, attempt, { vault, userId: 1, options }))]).toEqual(foreign)
  })

  test('one that is too long to be a key is foreign, and not looked for', async () => {
    const long = 'f'.repeat(200)
    const { vault, asked } = openedVault()
    const parts = { vault, userId: 1, options: optionsWith() }
    expect([...(await foreignIds({ container: long }, callOf(), plain, parts))]).toEqual([long])
    expect(asked).toEqual([])
  })

  test('a request without ids asks for none', async () => {
    const { vault, asked } = openedVault()
    await foreignIds({ model: 'm', messages: [] }, callOf(), plain, { vault, userId: 1, options: optionsWith() })
    expect(asked).toEqual([])
  })

  test('are named where they stand', () => {
    const losses = lossList()
    nameForeign(body, new Set(['file-b']), losses)
    expect(losses.losses).toEqual([{ path: 'messages[0].content[1].file.file_id', reason: 'not-given' }])
  })

  test('forbid the attempt with a code of their own', async () => {
    const options = optionsWith()
    const prepared = prepareRequest(callOf(), plain, options)
    const parts = {
      options,
      userId: 1,
      key: { id: 1, secret: 'k' },
      estimate: {},
      losses: lossList(),
      vault: openedVault('given:1:file-a').vault,
    }
    await expect(encodeAttempt(prepared, parts)).rejects.toMatchObject({
      facts: { code: 'vendor_id_not_given', kind: 'untranslatable', detail: 'messages[0].content[1].file.file_id' },
    })
  })
})

test('ids that an answer gives are stored for its user', async () => {
  const given = new GivenIds({ channelId: 3, keyId: 4 })
  const pushed: unknown[] = []
  const listener: ReplyListener = {
    push(frame) {
      pushed.push(frame)
      return { text: 'x', isProduce: true }
    },
    end: () => [],
    isComplete: true,
  }
  const over = given.over(listener)
  const frame = { event: '', data: '{"container":{"id":"cntr_1"},"content":[{"file_id":"file-9"}]}' }
  expect(over.push(frame)).toEqual({ text: 'x', isProduce: true })
  over.push({ event: '', data: undefined })
  expect([pushed.length, over.isComplete, over.end()]).toEqual([2, true, []])
  const { vault, kept } = openedVault()
  await given.store(vault, 7)
  expect([...kept.keys()]).toEqual(['given:7:cntr_1', 'given:7:file-9'])
})
