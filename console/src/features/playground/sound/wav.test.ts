import { expect, test } from 'vitest'
import { wavOf } from './wav.ts'

// Source: Microsoft and IBM, "Multimedia Programming Interface and Data Specifications 1.0", 1991.
test('a recording is a file whose head tells what it is and how long', () => {
  const bytes = wavOf([new Float32Array(24_000), Float32Array.of(1, -1, 0.5), new Float32Array(11_997)])
  const view = new DataView(bytes.buffer)
  const text = (at: number, length: number) => String.fromCharCode(...bytes.slice(at, at + length))
  expect([text(0, 4), text(8, 8), text(36, 4)]).toEqual(['RIFF', 'WAVEfmt ', 'data'])
  // Plain samples, mono, 24 kHz, 48,000 bytes a second, 2 bytes and 16 bits a sample: a second and a half of it.
  expect([view.getUint16(20, true), view.getUint16(22, true), view.getUint32(24, true), view.getUint32(28, true)]).toEqual([
    1, 1, 24_000, 48_000,
  ])
  expect([view.getUint16(32, true), view.getUint16(34, true), view.getUint32(40, true)]).toEqual([2, 16, 72_000])
  expect([bytes.length, view.getUint32(4, true)]).toEqual([72_044, 72_036])
  expect([...new Int16Array(bytes.buffer, 44).slice(24_000, 24_003)]).toEqual([0x7fff, -0x8000, 0x4000])
})
