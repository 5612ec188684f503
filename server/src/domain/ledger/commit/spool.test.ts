import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Operation } from '../operation.ts'
import { openSpool } from './spool.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waystation-spool-'))
  path = join(folder, 'spool')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const settlement = (at: number): Operation => ({ kind: 'settle', id: `call-${at}`, amount: at })
const idsIn = (file: string) => {
  const spool = openSpool(file)
  spool.close()
  return spool.leftBehind.map((operation) => operation.id)
}

test('what was written is there after a crash, in order, and for the owner of the file alone', () => {
  const spool = openSpool(path)
  spool.append([settlement(1), settlement(2)])
  spool.append([settlement(3)])
  expect(idsIn(path)).toEqual(['call-1', 'call-2', 'call-3'])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a record that a crash cut off is left out at every length of the cut, and the ones before it are kept', () => {
  const spool = openSpool(path)
  spool.append([settlement(1)])
  const first = readFileSync(path).length
  spool.append([settlement(2)])
  const whole = readFileSync(path)
  for (let length = first; length < whole.length; length++) {
    const torn = join(folder, `torn-${length}`)
    writeFileSync(torn, whole.subarray(0, length))
    expect(idsIn(torn)).toEqual(['call-1'])
  }
})

test('a corrupt record is detected by its checksum', () => {
  const spool = openSpool(path)
  spool.append([settlement(1), settlement(2)])
  const bytes = readFileSync(path)
  bytes[bytes.length - 2] = (bytes.at(-2) ?? 0) ^ 1
  writeFileSync(path, bytes)
  expect(idsIn(path)).toEqual(['call-1'])
})

test('what is spooled after a torn record is not lost behind it (K12)', () => {
  openSpool(path).append([settlement(1)])
  appendFileSync(path, Buffer.from([200, 0, 0, 0, 1, 2, 3]))
  const second = openSpool(path)
  expect(second.leftBehind.map((operation) => operation.id)).toEqual(['call-1'])
  second.append([settlement(2)])
  expect(idsIn(path)).toEqual(['call-1', 'call-2'])
})

test('it is emptied only when the database has everything', () => {
  const spool = openSpool(path)
  spool.append([settlement(1), settlement(2)])
  spool.settled(settlement(1))
  spool.clearIfSettled()
  expect(idsIn(path)).toHaveLength(2)
  spool.settled(settlement(2))
  spool.clearIfSettled()
  expect(idsIn(path)).toEqual([])
  spool.append([settlement(3)])
  expect(idsIn(path)).toEqual(['call-3'])
})

test('parts of one call are settled one by one', () => {
  const spool = openSpool(path)
  spool.append([{ kind: 'settle', id: 'session', amount: 1, part: 1 }])
  spool.append([{ kind: 'settle', id: 'session', amount: 2, part: 2 }])
  spool.settled({ kind: 'settle', id: 'session', amount: 1, part: 1 })
  spool.clearIfSettled()
  expect(idsIn(path)).toHaveLength(2)
})

test('a full spool refuses and keeps what it has', () => {
  const spool = openSpool(path)
  const large: Operation = { kind: 'checkpoint', id: 'large', used: 0, facts: 'x'.repeat(9 * 1024 * 1024) }
  spool.append([large])
  expect(() => spool.append([large])).toThrow(/full/)
  expect(idsIn(path)).toEqual(['large'])
})

test('a crash inside the write leaves nothing of it (K12)', () => {
  const spool = openSpool(path, (name) => {
    if (name === 'K12') throw new Error('killed')
  })
  expect(() => spool.append([settlement(1)])).toThrow('killed')
  expect(existsSync(path) ? idsIn(path) : []).toEqual([])
})
