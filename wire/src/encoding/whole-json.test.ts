import { expect, test } from 'vitest'
import { wholeJsonCutter } from './whole-json.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const decode = (chunk: Uint8Array) => new TextDecoder().decode(chunk)

test('a body is one frame, when it has ended', () => {
  const cutter = wholeJsonCutter(decode, 100)
  expect(cutter.push(bytes('{\n  "a": '))).toEqual([])
  expect(cutter.push(bytes('"ä"\n}\n'))).toEqual([])
  expect(cutter.pendingBytes).toBe(16)
  expect(cutter.end()).toEqual([{ event: '', data: '{\n  "a": "ä"\n}' }])
})

test('a sign in two chunks is not broken', () => {
  const cutter = wholeJsonCutter(decode, 100)
  const body = bytes('"ä"')
  cutter.push(body.subarray(0, 2))
  cutter.push(body.subarray(2))
  expect(cutter.end()).toEqual([{ event: '', data: '"ä"' }])
})

test('an empty body is no frame, and one that is too large is refused', () => {
  expect(wholeJsonCutter(decode, 4).end()).toEqual([])
  expect(() => wholeJsonCutter(decode, 4).push(bytes('12345'))).toThrow(RangeError)
})
