// Sessions of Google's Live API by Google's own library, against a strict stand-in: what passes, what is charged, how it ends.
import { once } from 'node:events'
import { GoogleGenAI, type LiveConnectConfig, type LiveServerMessage, Modality, Type } from '@google/genai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type FakeLive, openFakeLive } from '../../testing/fake-live/fake-live.ts'
import { silence, tone } from '../../testing/fake-realtime/sound.ts'
import { openPayers, type Payer, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

const MODEL = 'gemini-2.5-flash-native-audio'
/** What callers call it; the vendor has its own name for it. */
const SOLD = 'talk'
const LIMITED = 'gemini-live-2.5-flash-preview'
/** Units for a token: of text in and out, of sound in and out. */
const UNITS = { TEXT: [10, 40], AUDIO: [80, 160] } as const
const BALANCE = 1_000_000

const logLines: string[] = []
let vendor: FakeLive
let world: World
let payers: Payers

beforeAll(async () => {
  vendor = await openFakeLive({ keys: ['far-key'], models: [MODEL] })
  world = await openWorld({
    channel: null,
    logLines,
    ratios: { [SOLD]: 10, [LIMITED]: 10 },
    options: { CompletionRatio: `{"${SOLD}":4}`, AudioRatio: `{"${SOLD}":8}`, AudioCompletionRatio: `{"${SOLD}":2}` },
  })
  const mapping = JSON.stringify({ [SOLD]: MODEL })
  await world.addChannel({ type: 24, models: SOLD, model_mapping: mapping, base_url: vendor.url, key: 'far-key' })
  payers = await openPayers(world)
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
  await vendor.close()
})

interface OpenOptions {
  readonly apiKey?: string
  readonly model?: string
  readonly apiVersion?: string
}

async function open(config: LiveConnectConfig, { apiKey = world.key, model = SOLD, apiVersion }: OpenOptions = {}) {
  const messages: LiveServerMessage[] = []
  const { promise: closed, resolve } = Promise.withResolvers<{ code: number; reason: string }>()
  const google = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: world.url, ...(apiVersion ? { apiVersion } : {}) } })
  const callbacks = {
    onmessage: (message: LiveServerMessage) => void messages.push(message),
    onclose: ({ code, reason }: CloseEvent) => resolve({ code, reason }),
  }
  const session = await google.live.connect({ model, config, callbacks })
  return {
    ...{ session, messages, closed },
    seen: (has: (message: LiveServerMessage) => unknown) => expect.poll(() => messages.some((one) => Boolean(has(one)))).toBe(true),
    texts: () => messages.flatMap((one) => one.serverContent?.modelTurn?.parts?.flatMap(({ text }) => text ?? []) ?? []).join(''),
  }
}

const inText: LiveConnectConfig = { responseModalities: [Modality.TEXT] }
const sound = (bytes: Buffer) => ({ audio: { data: bytes.toString('base64'), mimeType: 'audio/pcm;rate=24000' } })

/** What our price makes of the vendor's own bills. */
function unitsOf(bills: FakeLive['last']['bills']): number {
  const units = (side: 0 | 1, details: readonly { modality: string; tokenCount: number }[]) =>
    details.reduce((sum, { modality, tokenCount }) => sum + tokenCount * UNITS[modality as keyof typeof UNITS][side], 0)
  return bills.reduce((sum, bill) => sum + units(0, bill.promptTokensDetails) + units(1, bill.responseTokensDetails), 0)
}

async function rowOf(payer: Payer) {
  await world.books()
  const rows = await world.logs(1)
  return { row: rows.find(({ user_id }) => user_id === payer.userId), paid: BALANCE - (await payer.balance()) }
}

test('a job with a tool, in text and sound, is charged by what the vendor bills, turn by turn', async () => {
  const payer = await payers.add(BALANCE)
  const parameters = { type: Type.OBJECT, properties: { city: { type: Type.STRING } } }
  const tools = [{ functionDeclarations: [{ name: 'weather', parameters }] }]
  const { session, messages, seen } = await open(
    { responseModalities: [Modality.AUDIO], tools, inputAudioTranscription: {}, outputAudioTranscription: {} },
    { apiKey: payer.key },
  )
  session.sendClientContent({ turns: [{ role: 'user', parts: [{ text: 'How is it? #tool' }] }] })
  await seen((one) => one.toolCall)
  const [use] = messages.flatMap((one) => one.toolCall?.functionCalls ?? [])
  session.sendToolResponse({ functionResponses: [{ id: use?.id ?? '', name: 'weather', response: { output: 'sunny' } }] })
  await seen((one) => one.serverContent?.turnComplete)
  vendor.hears('Tell me more #chunks:4x1ms #sound:2s')
  session.sendRealtimeInput(sound(tone('audio/pcm', 1000)))
  session.sendRealtimeInput(sound(silence('audio/pcm', 600)))
  await expect.poll(() => messages.filter((one) => one.serverContent?.turnComplete)).toHaveLength(2)
  session.close()

  const { row, paid } = await rowOf(payer)
  expect(vendor.last.bills).toHaveLength(3)
  expect(vendor.last.received[0]).toMatchObject({ kind: 'setup', value: { model: `models/${MODEL}` } })
  expect(vendor.last.request).toMatchObject({ key: 'far-key', path: expect.not.stringContaining('key') })
  expect(row).toMatchObject({
    model_name: SOLD,
    quota: unitsOf(vendor.last.bills),
    facts: { ws: true, end_reason: 'client_gone', responses: 3, usage_source: 'upstream' },
  })
  expect(paid).toBe(row?.quota)
})

test('a sensitive word ends a session with the reason, in its first message before a vendor is called', async () => {
  await world.setOption('SensitiveWords', 'forbidden')
  const payer = await payers.add(BALANCE)
  await expect(open({ ...inText, systemInstruction: 'say Forbidden' }, { apiKey: payer.key })).rejects.toThrow('sensitive words')
  const { session, closed } = await open(inText, { apiKey: payer.key })
  session.sendClientContent({ turns: [{ role: 'user', parts: [{ text: 'FORBIDDEN' }] }] })
  expect(await closed).toMatchObject({ code: 1008, reason: expect.stringContaining('sensitive words') })
  expect(JSON.stringify(vendor.last.received)).not.toMatch(/forbidden/i)
  await world.setOption('SensitiveWords', '')
})

test('thoughts are paid as output, and a turn whose usage is repeated is paid once', async () => {
  const payer = await payers.add(BALANCE)
  const { session, seen } = await open(inText, { apiKey: payer.key })
  const usage = { promptTokenCount: 100, responseTokenCount: 10, thoughtsTokenCount: 40, totalTokenCount: 110 }
  vendor.last.send({
    serverContent: { modelTurn: { role: 'model', parts: [{ text: 'a' }] } },
    usageMetadata: { ...usage, responseTokenCount: 5 },
  })
  vendor.last.send({ usageMetadata: usage })
  vendor.last.send({ serverContent: { turnComplete: true } })
  await seen((one) => one.serverContent?.turnComplete)
  session.close()
  const { row } = await rowOf(payer)
  expect(row).toMatchObject({ quota: 100 * 10 + 50 * 40, facts: { responses: 1 } })
})

test('a vendor that counts nothing, and one that breaks off, is charged by what came', async () => {
  const payer = await payers.add(BALANCE)
  const { session, closed } = await open({ responseModalities: [Modality.AUDIO] }, { apiKey: payer.key })
  session.sendClientContent({ turns: '#usage:missing #chunks:4x1ms #sound:4s' })
  await expect.poll(async () => (await payer.balance()) < BALANCE).toBe(true)
  session.sendClientContent({ turns: '#close:1011 #chunks:10x1ms #sound:2s' })
  expect(await closed).toEqual({ code: 1011, reason: 'Internal error occurred.' })
  const { row, paid } = await rowOf(payer)
  // 25 tokens for each of five seconds.
  expect(row).toMatchObject({ facts: { end_reason: 'upstream_error', usage_source: 'counted', responses: 1 } })
  expect(row?.completion_tokens).toBeGreaterThanOrEqual(125)
  expect(row?.completion_tokens).toBeLessThan(160)
  expect(paid).toBe(row?.quota)
})

test('an empty balance ends it with the reason, and overdraws nobody', async () => {
  const poor = await payers.add(200_000)
  const { session, closed } = await open({ responseModalities: [Modality.AUDIO] }, { apiKey: poor.key })
  session.sendClientContent({ turns: '#chunks:2000x1ms #sound:600s' })
  expect(await closed).toMatchObject({ code: 1008, reason: expect.stringContaining('quota') })
  await world.books()
  expect(await poor.balance()).toBeGreaterThanOrEqual(0)
  expect(200_000 - (await poor.balance())).toBeGreaterThan(100_000)
  await expect(open(inText, { apiKey: (await payers.add(0)).key })).rejects.toThrow(/code 1008.*Insufficient/)
})

test('a ban ends it within a second', async () => {
  const payer = await payers.add(BALANCE)
  const { closed } = await open(inText, { apiKey: payer.key })
  await payer.console.call('PUT', '/api/token/?status_only=1', { id: payer.tokenId, status: 2 })
  expect(await closed).toMatchObject({ code: 1008 })
})

test('what is refused is told by the close: no such model, a key that is none, what is no setup', async () => {
  await expect(open(inText, { model: 'gemini-nope' })).rejects.toThrow(/code 1008.*gemini-nope/)
  await expect(open(inText, { apiKey: 'sk-wrong' })).rejects.toThrow('401')
  const socket = new WebSocket(
    `${world.url.replace('http', 'ws')}/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent?key=${world.key}`,
  )
  socket.on('open', () => socket.send('{"clientContent":{}}'))
  const [code, reason] = await once(socket, 'close')
  expect([code, String(reason)]).toEqual([1007, expect.stringContaining('model')])
})

test('a message that the vendor does not take ends it with the vendor’s words', async () => {
  const { session, closed } = await open(inText)
  session.conn.send('{"setup":{"model":"far-key"}}')
  expect(await closed).toMatchObject({ code: 1007, reason: expect.stringContaining('setup must be the first') })
})

test('the next key has its turn where the vendor refuses the setup, and the version is the caller’s', async () => {
  const second = await openFakeLive({ keys: ['good-key'], models: [LIMITED] })
  await world.addChannel({ type: 24, models: LIMITED, base_url: second.url, key: 'dead-key-0123456789\ngood-key' })
  const { session, seen, texts } = await open(inText, { model: LIMITED, apiVersion: 'v1alpha' })
  session.sendClientContent({ turns: 'hello' })
  await seen((one) => one.serverContent?.turnComplete)
  session.close()
  expect(texts()).toBe('Echo: hello')
  expect(second.last.request.path).toContain('.v1alpha.')
  await world.books()
  const [row] = await world.logs(1)
  expect(row?.facts.admin_info?.attempts).toMatchObject([{ status: 400 }, { status: 101 }])
  await second.close()
})

test('a session is gone on with at its key, by its owner only', async () => {
  const [owner, other] = [await payers.add(BALANCE), await payers.add(BALANCE)]
  const first = await open({ ...inText, sessionResumption: {} }, { apiKey: owner.key })
  first.session.sendClientContent({ turns: 'hello' })
  await first.seen((one) => one.sessionResumptionUpdate?.newHandle)
  first.session.close()
  const given = vendor.last.sent.flatMap(({ sessionResumptionUpdate }) => sessionResumptionUpdate ?? [])[0] as { newHandle: string }
  const handle = first.messages.flatMap((one) => one.sessionResumptionUpdate?.newHandle ?? [])[0] ?? ''
  expect(handle).not.toContain(given.newHandle)

  const better = await openFakeLive({ keys: ['better-key'], models: [MODEL] })
  const mapping = JSON.stringify({ [SOLD]: MODEL })
  await world.addChannel({ type: 24, models: SOLD, model_mapping: mapping, base_url: better.url, key: 'better-key', priority: 9 })
  const again = await open({ ...inText, sessionResumption: { handle } }, { apiKey: owner.key })
  expect(vendor.last.received[0]?.value.sessionResumption).toEqual({ handle: given.newHandle })
  expect(better.sessions).toEqual([])
  again.session.close()
  await expect(open({ ...inText, sessionResumption: { handle } }, { apiKey: other.key })).rejects.toThrow('code 1007')
  await expect(open({ ...inText, sessionResumption: { handle: given.newHandle } }, { apiKey: owner.key })).rejects.toThrow('code 1007')
  await better.close()
})

test('no key stands in a log', () => {
  const lines = logLines.join('\n')
  for (const secret of [world.key, world.key.slice(3), 'far-key']) expect(lines).not.toContain(secret)
})
