import { expect, test } from 'vitest'
import { Downsampler } from './downsampler.ts'
import { decodePcm, encodePcm } from './pcm.ts'
import { PlaybackTimeline } from './playback-timeline.ts'

test('samples are 16 bits, little endian, and what is too loud is cut off', () => {
  const bytes = Uint8Array.from(atob(encodePcm(Float32Array.of(0, 0.5, -1, 1, 2, -2))), (letter) => letter.charCodeAt(0))
  expect([...new Int16Array(bytes.buffer)]).toEqual([0, 0x4000, -0x8000, 0x7fff, 0x7fff, -0x8000])
  expect([...bytes.slice(2, 4)]).toEqual([0x00, 0x40])
})

test('what is encoded is decoded again, also a long piece', () => {
  const samples = Float32Array.from({ length: 24_001 }, (_, at) => Math.round(Math.sin(at / 10) * 0x4000) / 0x8000 + 0)
  expect(decodePcm(encodePcm(samples))).toEqual(samples)
  expect(decodePcm('no base64!')).toHaveLength(0)
})

const tone = (rate: number, hertz: number, seconds: number) =>
  Float32Array.from({ length: rate * seconds }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / rate))

/** In pieces as a browser gives them. */
function inPieces(samples: Float32Array, from: number, to: number): number[] {
  const downsampler = new Downsampler(from, to)
  const made: number[] = []
  for (let at = 0; at < samples.length; at += 128) made.push(...downsampler.push(samples.subarray(at, at + 128)))
  return made
}

test.each([48_000, 44_100, 24_000])('a second of %i Hz is a second of 24 kHz, and the tone stays the tone that it was', (rate) => {
  const made = inPieces(tone(rate, 440, 1), rate, 24_000)
  expect(Math.abs(made.length - 24_000)).toBeLessThanOrEqual(1)
  const crossings = made.filter((sample, at) => at > 0 && sample >= 0 && (made[at - 1] ?? 0) < 0).length
  expect(Math.abs(crossings - 440)).toBeLessThanOrEqual(1)
  expect(Math.max(...made)).toBeGreaterThan(0.98)
})

test('where the pieces are cut makes no difference', () => {
  const samples = tone(44_100, 300, 0.2)
  const whole = new Downsampler(44_100, 24_000).push(samples)
  const pieces = inPieces(samples, 44_100, 24_000)
  expect(pieces).toHaveLength(whole.length)
  for (const [at, sample] of pieces.entries()) expect(sample).toBeCloseTo(whole[at] ?? Number.NaN, 5)
})

test('a tone too high for the new rate is made quiet, not a lower one', () => {
  const made = inPieces(tone(48_000, 23_900, 0.5), 48_000, 24_000)
  expect(Math.max(...made)).toBeLessThan(0.05)
})

test('pieces follow each other without a gap, and one that comes late begins at once', () => {
  const timeline = new PlaybackTimeline()
  const first = timeline.add('a', 0.5, 10)
  expect(first).toBeGreaterThan(10)
  expect(timeline.add('a', 0.25, 10.1)).toBe(first + 0.5)
  expect(timeline.add('a', 0.25, 10.1)).toBe(first + 0.75)
  expect(timeline.add('a', 1, 20)).toBeGreaterThan(20)
})

test('what was heard when it is cut is counted without gaps and without what was still to come', () => {
  const timeline = new PlaybackTimeline()
  const first = timeline.add('a', 1, 0)
  const second = timeline.add('a', 1, 5)
  timeline.add('b', 1, 5)
  expect(first + 1).toBeLessThan(second)
  expect(timeline.cut(second + 0.5)).toEqual([
    { itemId: 'a', heardMs: 1500 },
    { itemId: 'b', heardMs: 0 },
  ])
  expect(timeline.cut(second + 0.6)).toEqual([])
})

test('what was heard to its end is not cut', () => {
  const timeline = new PlaybackTimeline()
  timeline.add('a', 1, 0)
  expect(timeline.cut(3)).toEqual([])
})
