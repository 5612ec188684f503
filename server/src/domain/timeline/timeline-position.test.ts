import { expect, test } from 'vitest'
import { mergePage, positionText, readPosition } from './timeline-position.ts'

const lines = (...moments: number[]) => moments.map((atMs) => ({ atMs, position: String(atMs) }))

test('pages of several sources are one line of time, and nothing is told twice or left out', () => {
  const sources: Record<string, number[]> = { a: [9, 6, 3], b: [8, 7, 1], c: [] }
  const seen: number[] = []
  let from: ReturnType<typeof readPosition>
  for (let page = 0; page < 10; page += 1) {
    const read = Object.entries(sources).map(([name, all]) => {
      const before = from?.sources[name]
      return { name, lines: lines(...all.filter((at) => before === undefined || at < Number(before)).slice(0, 3)) }
    })
    const merged = mergePage(read, 2, from)
    seen.push(...merged.lines.map(({ atMs }) => atMs))
    if (!merged.next) break
    from = readPosition(positionText(merged.next))
  }
  expect(seen).toEqual([9, 8, 7, 6, 3, 1])
})

test('what is new in a source that had nothing does not stand among what is older', () => {
  const first = mergePage(
    [
      { name: 'a', lines: lines(5, 4, 3) },
      { name: 'b', lines: [] },
    ],
    2,
    undefined,
  )
  const second = mergePage(
    [
      { name: 'a', lines: lines(3) },
      { name: 'b', lines: lines(9) },
    ],
    2,
    first.next,
  )
  expect(second.lines.map(({ atMs }) => atMs)).toEqual([3])
})

test.each(['', 'x', '!!', Buffer.from('{"at":"1"}').toString('base64url'), Buffer.from('[]').toString('base64url')])(
  '%j is no position',
  (text) => {
    expect(readPosition(text)).toBeUndefined()
  },
)
