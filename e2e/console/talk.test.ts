// Talking with a model: by voice and by text in one session, with what it costs on the screen, in the log and off the balance.
/// <reference lib="dom" />
import type { LogEntry } from '@waystation/contract/calls/log'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeRealtime, openFakeRealtime } from '../../server/src/testing/fake-realtime/fake-realtime.ts'
import { openScene, type Scene, type Screen } from './scene.ts'

const MODEL = 'gpt-realtime'
const PLACE = `/playground?model=${MODEL}`
const UNITS_PER_DOLLAR = 500_000

let vendor: FakeRealtime
let scene: Scene
beforeAll(async () => {
  vendor = await openFakeRealtime()
  scene = await openScene({ hasMicrophone: true })
  await scene.addChannel({ name: 'Talk', type: 1, base_url: vendor.url, models: MODEL, key: 'sk-realtime' })
})
afterAll(async () => {
  await scene?.close()
  await vendor?.close()
})

/** Notes in the page how long the pieces of sound are that are played. */
async function noteSound(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const { start } = AudioBufferSourceNode.prototype
    Object.assign(window, { playedSeconds: 0 })
    AudioBufferSourceNode.prototype.start = function (...when) {
      Object.assign(window, {
        playedSeconds: (window as unknown as { playedSeconds: number }).playedSeconds + (this.buffer?.duration ?? 0),
      })
      start.apply(this, when)
    }
  })
  await page.reload()
  return () => page.evaluate(() => (window as unknown as { playedSeconds: number }).playedSeconds)
}

const dollarsIn = (text: string | null) => Number(/\$(\d+\.\d+)/.exec(text ?? '')?.[1])

async function begin({ button, sees, say }: Screen): Promise<void> {
  await button('playground.voice.start').click()
  await sees(say('playground.voice.activity.listening'))
}

const sessionSettings = () => vendor.last.settings as { instructions: string; audio: { output: { voice: string } } }

test('one talks with a model by voice and by text, hears it, and sees what it costs', { tags: 'main' }, async () => {
  const screen = await scene.open('user', PLACE)
  const { page, say, button, field, sees, watched } = screen
  const { client } = scene.facts.members.user
  const balance = async () => (await client.call<{ quota: number }>('GET', '/api/user/self')).quota
  const before = await balance()
  const playedSeconds = await noteSound(page)
  await field('playground.voice.voice').fill('marin')
  await field('playground.voice.instructions').fill('Speak like a keeper of a lighthouse.')
  vendor.hears('Is anybody there?')
  await begin(screen)

  // The microphone's beep is speech, which the vendor writes down and answers.
  await sees('Is anybody there?')
  expect(sessionSettings()).toMatchObject({ instructions: 'Speak like a keeper of a lighthouse.', audio: { output: { voice: 'marin' } } })
  await button('playground.voice.mute').click()
  await sees(say('playground.voice.activity.ready'))

  await field('playground.placeholder').fill('And by letter? #in:300 #out:40 #sound:1s')
  await field('playground.placeholder').press('Enter')
  await sees('And by letter?')
  const answer = page.getByRole('article').last()
  await expect.poll(async () => dollarsIn(await answer.textContent())).toBeGreaterThan(0)
  await expect.poll(playedSeconds).toBeGreaterThan(1)
  const running = page.locator('.voice-state')
  const told = dollarsIn(await running.textContent())
  expect(told).toBeGreaterThan(dollarsIn(await answer.textContent()))

  await button('playground.voice.end').click()
  await sees(say('playground.voice.endedBy.person'))
  await expect.poll(() => vendor.last.closed).toBeDefined()
  const rows = async () => (await client.call<{ items: LogEntry[] }>('GET', '/api/log/self?p=1&page_size=20')).items
  await expect.poll(async () => (await rows()).some(({ model_name }) => model_name === MODEL)).toBe(true)
  const spent = before - (await balance())
  await expect.poll(async () => Math.round(dollarsIn(await page.locator('.voice-ended').textContent()) * UNITS_PER_DOLLAR)).toBe(spent)
  expect(told * UNITS_PER_DOLLAR).toBeLessThanOrEqual(spent + 0.5)
  expect(watched.takeTroubles()).toEqual([])

  // The log has the session, and what was said stays.
  await page.getByRole('link', { name: say('playground.voice.seeLog') }).click()
  await screen.row(MODEL).first().waitFor()
  await page.goBack()
  await page.getByRole('link', { name: /Is anybody there|And by letter/ }).click()
  await sees('Is anybody there?')
})

test('who speaks while the model does cuts it off, and the model learns how much was heard', async () => {
  const screen = await scene.open('user', PLACE)
  const { button, field, sees, say } = screen
  await begin(screen)
  await button('playground.voice.mute').click()
  await field('playground.placeholder').fill('A long story #out:12 #sound:60s')
  await field('playground.placeholder').press('Enter')
  await sees(say('playground.voice.activity.speaking'))
  const cuts = () => vendor.last.events.filter(({ type }) => type === 'conversation.item.truncate')
  const before = cuts().length
  await button('playground.voice.unmute').click()
  await expect.poll(() => cuts().length).toBeGreaterThan(before)
  await sees(say('playground.incomplete.interrupted'))
  expect(cuts().at(-1)?.audio_end_ms).toBeLessThan(60_000)
  await button('playground.voice.end').click()
  // The vendor had nothing to complain about.
  expect(vendor.last.received.flatMap((one) => ('problem' in one ? [one.problem] : []))).toEqual([])
})

test('without a microphone one writes; an end by the vendor is told (phone, Chinese)', async () => {
  const screen = await scene.open('user', PLACE, { size: '390x844', language: 'zh' })
  const { page, say, button, field, sees } = screen
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await page.reload()
  await button('playground.settings').click()
  await field('playground.voice.transcription').fill('')
  await page.keyboard.press('Escape')
  await button('playground.voice.start').click()
  await sees(say('playground.voice.microphoneProblem.denied'))
  await sees(say('playground.voice.activity.ready'))
  await field('playground.placeholder').fill('Tell me something #out:12 #sound:0.2s')
  await field('playground.placeholder').press('Enter')
  await expect.poll(async () => dollarsIn(await page.getByRole('article').last().textContent())).toBeGreaterThan(0)
  expect(vendor.last.events.filter(({ type }) => type === 'session.update')).toHaveLength(1)
  vendor.last.expire()
  await sees('Your session hit the maximum duration of 60 minutes.')
  await sees(say('playground.voice.endedBy.server'))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('a refusal is told in the words of the language of the page', async () => {
  const { sees, button, say } = await scene.open('user', PLACE, { language: 'zh' })
  vendor.limitNext('7')
  await button('playground.voice.start').click()
  await sees(/的渠道均已限流，请稍后重试/)
  await sees(say('playground.voice.endedBy.server'))
})
