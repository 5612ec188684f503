// Sound in the playground that is no talk: a text is spoken, a recording is written down.
/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { step } from '../../server/src/testing/fakes/fake-provider-script.ts'
import { openScene, type Scene } from './scene.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ hasMicrophone: true })
  await scene.addChannel({ name: 'Sound', type: 1, base_url: `${scene.facts.provider.url}/v1`, models: 'tts-1,whisper-1' })
})
afterAll(() => scene?.close())

const SAMPLE_RATE = 24_000
/** A second of silence as WAVE. */
const spoken = (() => {
  const bytes = Buffer.alloc(44 + SAMPLE_RATE * 2)
  bytes.write('RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.writeUInt32LE(SAMPLE_RATE, 24)
  bytes.writeUInt32LE(SAMPLE_RATE * 2, 28)
  bytes.write('\x02\0\x10\0data', 32, 'latin1')
  bytes.writeUInt32LE(SAMPLE_RATE * 2, 40)
  return bytes
})()

test('a text is spoken by the chosen voice, played, saved, and charged', async () => {
  const { page, field, button, sees, watched } = await scene.open('user', '/playground?model=tts-1')
  const { provider } = scene.facts
  provider.next([step.head(200, { 'content-type': 'audio/wav' }), step.bytes(spoken), step.end()])
  // The voices are those that the server lists.
  await expect
    .poll(() => page.locator('datalist option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)))
    .toContain('nova')
  await field('playground.voice.voice').fill('nova')
  await field('playground.placeholder').fill('Good morning, keeper')
  await field('playground.placeholder').press('Enter')
  const audio = page.locator('article audio')
  await expect.poll(() => audio.evaluate((player: HTMLAudioElement) => player.duration)).toBe(1)
  expect(provider.requests.at(-1)?.body).toEqual({ model: 'tts-1', input: 'Good morning, keeper', voice: 'nova', response_format: 'mp3' })
  // 20 characters at 15 dollars a million.
  await sees('$0.000300')
  const download = page.waitForEvent('download')
  await button('playground.sound.save').click()
  expect(readFileSync(await (await download).path())).toEqual(spoken)
  expect(watched.takeTroubles()).toEqual([])
  // It is there after a reload.
  await page.reload()
  await expect.poll(() => audio.evaluate((player: HTMLAudioElement) => player.duration)).toBe(1)
})

test.each([
  { size: '1440x900', language: 'zh' },
  { size: '390x844', language: 'en' },
] as const)('what is recorded is written down ($size, $language)', async (options) => {
  const { page, button, sees, watched } = await scene.open('user', '/playground?model=whisper-1', options)
  const { provider } = scene.facts
  const made = JSON.stringify({ text: 'Is anybody there?', usage: { type: 'duration', seconds: 2 } })
  provider.next([step.head(200, { 'content-type': 'application/json' }), step.text(made), step.end()])
  await button('playground.sound.record').click()
  await sees('0:01')
  await button('playground.sound.stop').click()
  await page.locator('.composer audio').waitFor()
  const width = Number.parseInt(options.size, 10)
  for (const one of await page.locator('.composer button').all()) {
    const box = await one.boundingBox()
    expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
  }
  await button('playground.sound.writeDown').click()
  await page.getByRole('article').getByText('Is anybody there?').waitFor()
  const file = provider.requests.at(-1)?.form?.get('file') as File
  expect(file.name).toBe('recording.wav')
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44)
  expect(bytes.length).toBeGreaterThan(SAMPLE_RATE * 2)
  // It is no silence.
  expect(bytes.subarray(44).some((byte, at) => at % 2 === 1 && byte > 1 && byte < 254)).toBe(true)
  expect([...(provider.requests.at(-1)?.form?.keys() ?? [])]).not.toContain('group')
  await page.locator('.question audio').waitFor()
  await expect.poll(() => page.getByRole('article').textContent()).toMatch(/\$0\.000/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  expect(watched.takeTroubles()).toEqual([])
})
