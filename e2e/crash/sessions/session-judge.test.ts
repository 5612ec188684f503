// The judge of sessions: it finds nothing where all is well, and each kind of fault by its name.
import { expect, test } from 'vitest'
import type { Charged } from '../judge.ts'
import { judgeSession, type SessionBooks } from './session-judge.ts'
import type { SessionRecord } from './session-load.ts'

/** A unit for a token of text, two for one of an answer. */
const model = { name: 'm', ratioMicro: 1_000_000, completionMicro: 2_000_000, cacheMicro: 500_000 }
const first = { promptTokens: 100, cachedTokens: 40, completionTokens: 10, pieces: 3, isDone: true }
const second = { ...first, promptTokens: 200, isDone: true }
const brokenOff = { ...second, isDone: false }
/** 80 + 20, and 180 + 20. */
const COSTS = [100, 200] as const

function faults(responses: SessionRecord['responses'], net: number, books: Partial<SessionBooks> = {}, house?: Charged['house']): string[] {
  const record = { sessionId: 's1', model, requestId: 'r1', responses, isCut: true, errorCode: '' }
  const row = { quota: net, promptTokens: 300, completionTokens: 20, responses: 2 }
  const found: string[] = []
  const charged = net === 0 ? undefined : { net, house, kinds: new Map(), log: undefined }
  judgeSession(record, charged, { parts: COSTS, rows: [row], isSwept: true, ...books }, (kind) => found.push(kind))
  return found
}

test('what was told to be complete is charged, in as many parts, in one row', () => {
  expect(faults([first, second], 300)).toEqual([])
})

test('of a response that broke off there may be a part, or something, or nothing', () => {
  const row = { quota: 100, promptTokens: 100, completionTokens: 10, responses: 1 }
  expect(faults([first, brokenOff], 100, { parts: [100], rows: [row] })).toEqual([])
  expect(faults([first, brokenOff], 130, { parts: [100], rows: [{ ...row, quota: 130, promptTokens: 120 }] })).toEqual([])
  expect(faults([first, brokenOff], 300)).toEqual([])
})

test('a session in which nothing was complete may be free, without a row', () => {
  expect(faults([brokenOff], 0, { parts: [], rows: [] })).toEqual([])
})

const row = { quota: 300, promptTokens: 300, completionTokens: 20, responses: 2 }
test.each<[fault: string, net: number, books: Partial<SessionBooks>, kinds: string[]]>([
  ['nothing was charged', 0, { parts: [], rows: [] }, ['lost', 'wrong']],
  [
    'the second response was forgotten',
    100,
    { parts: [100], rows: [{ ...row, quota: 100, promptTokens: 100, responses: 1 }] },
    ['lost', 'wrong', 'wrong'],
  ],
  ['a part was charged twice', 400, { parts: [100, 200, 100], rows: [{ ...row, quota: 400, responses: 3 }] }, ['double', 'wrong']],
  ['the recovery charged the parts again', 600, { rows: [{ ...row, quota: 600 }] }, ['double']],
  ['the parts lack one', 300, { parts: [100] }, ['wrong', 'wrong']],
  ['the row lacks the second response', 300, { rows: [{ ...row, promptTokens: 100 }] }, ['wrong']],
  ['the row has another sum', 300, { rows: [{ ...row, quota: 299 }] }, ['wrong']],
  ['there are two rows', 300, { rows: [row, row] }, ['double']],
  ['there is no row', 300, { rows: [] }, ['lost']],
])('%s', (_fault, net, books, kinds) => {
  expect(faults([first, second], net, books)).toEqual(kinds)
})

test('the house pays no more than the payer certainly could not', () => {
  const rows = [{ ...row, quota: 250 }]
  expect(faults([first, second], 250, { rows }, { amount: 50, payable: 250 })).toEqual([])
  expect(faults([first, second], 250, { rows }, { amount: 50, payable: 300 })).toEqual(['wrong'])
})
