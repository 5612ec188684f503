// The stand-in of Google's Live API, by Google's own library.
import { GoogleGenAI, type LiveConnectConfig, type LiveServerMessage, Modality, type Session, Type } from '@google/genai'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { silence, tone } from '../fake-realtime/sound.ts'
import { type FakeLive, openFakeLive } from './fake-live.ts'

let fake: FakeLive
beforeAll(async () => {
  fake = await openFakeLive()
})
afterAll(() => fake.close())
afterEach(() => fake.clear())

const MODEL = 'gemini-2.5-flash-native-audio'

async function open(config: LiveConnectConfig, { model = MODEL, apiKey = 'AIza-live' } = {}) {
  const messages: LiveServerMessage[] = []
  let closed: { code: number; reason: string } | undefined
  const google = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: fake.url } })
  const callbacks = {
    onmessage: (message: LiveServerMessage) => void messages.push(message),
    onclose: (event: CloseEvent) => (closed = event),
  }
  const session: Session = await google.live.connect({ model, config, callbacks })
  return {
    ...{ session, messages, closed: () => closed },
    seen: (has: (message: LiveServerMessage) => unknown) => expect.poll(() => messages.some((one) => Boolean(has(one)))).toBe(true),
    texts: () => messages.flatMap((one) => one.serverContent?.modelTurn?.parts?.flatMap(({ text }) => text ?? []) ?? []).join(''),
  }
}
const blob = (bytes: Buffer) => ({ audio: { data: bytes.toString('base64'), mimeType: 'audio/pcm;rate=24000' } })

test('a text is asked and answered, with a tool in between', async () => {
  const parameters = { type: Type.OBJECT, properties: { city: { type: Type.STRING } } }
  const tools = [{ functionDeclarations: [{ name: 'weather', parameters }] }]
  const { session, messages, seen, texts } = await open({ responseModalities: [Modality.TEXT], tools, sessionResumption: {} })
  session.sendClientContent({ turns: [{ role: 'user', parts: [{ text: 'How is it? #tool' }] }] })
  await seen((one) => one.toolCall)
  const [call] = messages.flatMap((one) => one.toolCall?.functionCalls ?? [])
  expect(call).toMatchObject({ name: 'weather', args: { city: 'text' } })
  session.sendToolResponse({ functionResponses: [{ id: call?.id ?? '', name: 'weather', response: { output: 'sunny' } }] })
  await seen((one) => one.sessionResumptionUpdate?.newHandle)
  expect(texts()).toBe('Echo: How is it? #tool')
  expect(messages.flatMap((one) => Object.keys(one.serverContent ?? {})).slice(-2)).toEqual(['generationComplete', 'turnComplete'])
  expect(fake.last.received.map(({ kind }) => kind)).toEqual(['setup', 'clientContent', 'toolResponse'])
  expect(fake.last.bills).toHaveLength(2)
  session.close()
})

test('markers set the usage, and its sums fit', async () => {
  const { session, messages, seen } = await open({ responseModalities: [Modality.TEXT] })
  session.sendClientContent({ turns: '#in:50 #audio-in:30 #out:7 #audio-out:4' })
  await seen((one) => one.usageMetadata)
  const usage = {
    ...{ promptTokenCount: 80, responseTokenCount: 11, totalTokenCount: 91 },
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: 50 },
      { modality: 'AUDIO', tokenCount: 30 },
    ],
    responseTokensDetails: [
      { modality: 'TEXT', tokenCount: 7 },
      { modality: 'AUDIO', tokenCount: 4 },
    ],
  }
  expect(messages.at(-1)).toMatchObject({ serverContent: { turnComplete: true }, usageMetadata: usage })
  expect(fake.last.bills).toEqual([usage])
  session.sendClientContent({ turns: '#usage:missing' })
  await expect.poll(() => fake.last.bills).toHaveLength(2)
  await expect.poll(() => messages.filter((one) => one.serverContent?.turnComplete)).toHaveLength(2)
  expect(messages.filter((one) => one.usageMetadata)).toHaveLength(1)
  session.close()
})

test('sound is heard until it is silent, and answered by sound, which new speech interrupts', async () => {
  const { session, messages, seen } = await open({
    ...{ responseModalities: [Modality.AUDIO], inputAudioTranscription: {}, outputAudioTranscription: {} },
  })
  fake.hears('Tell me more #chunks:4x1ms #sound:2s')
  session.sendRealtimeInput(blob(tone('audio/pcm', 1000)))
  session.sendRealtimeInput(blob(silence('audio/pcm', 600)))
  await seen((one) => one.serverContent?.turnComplete)
  const parts = messages.flatMap((one) => one.serverContent?.modelTurn?.parts ?? [])
  const bytes = parts.reduce((sum, { inlineData }) => sum + Buffer.from(inlineData?.data ?? '', 'base64').length, 0)
  expect(bytes).toBe(2 * 48_000)
  expect(messages.find((one) => one.serverContent?.inputTranscription)?.serverContent?.inputTranscription?.text).toContain('Tell me more')
  expect(messages.map((one) => one.serverContent?.outputTranscription?.text ?? '').join('')).toBe('the of and to')
  expect(fake.last.bills).toMatchObject([
    {
      promptTokensDetails: [{ modality: 'AUDIO', tokenCount: 40 }],
      responseTokensDetails: [{ modality: 'AUDIO', tokenCount: 50 }],
    },
  ])
  fake.hears('#hang')
  session.sendRealtimeInput(blob(tone('audio/pcm', 500)))
  session.sendRealtimeInput({ audioStreamEnd: true })
  await expect.poll(() => messages.filter((one) => one.serverContent?.inputTranscription)).toHaveLength(2)
  session.sendRealtimeInput(blob(tone('audio/pcm', 500)))
  await seen((one) => one.serverContent?.interrupted)
  session.sendRealtimeInput({ audioStreamEnd: true })
  await expect.poll(() => fake.last.bills).toHaveLength(3)
  session.close()
})

test('calls that nobody answered are taken back, and an end is told before', async () => {
  const tools = [{ functionDeclarations: [{ name: 'look' }] }]
  const { session, messages, seen } = await open({ responseModalities: [Modality.TEXT], tools })
  session.sendClientContent({ turns: '#tool' })
  await seen((one) => one.toolCall)
  session.sendClientContent({ turns: 'never mind', turnComplete: false })
  await seen((one) => one.toolCallCancellation)
  const called = messages.flatMap((one) => one.toolCall?.functionCalls ?? []).map(({ id }) => id)
  expect(messages.flatMap((one) => one.toolCallCancellation?.ids ?? [])).toEqual(called)
  fake.last.goAway('10s')
  await seen((one) => one.goAway?.timeLeft === '10s')
  session.close()
})

test('a wrong key, an unknown model and a socket that breaks off are closed with their codes', async () => {
  await expect(open({}, { apiKey: 'AIza-wrong' })).rejects.toThrow('code 1007): API key not valid')
  await expect(open({}, { model: 'gemini-nope' })).rejects.toThrow('code 1008): models/gemini-nope is not found')
  const { session, closed } = await open({ responseModalities: [Modality.TEXT] })
  session.sendClientContent({ turns: '#close:1011 #chunks:10x1ms' })
  await expect.poll(closed).toMatchObject({ code: 1011 })
  await expect.poll(() => fake.last.bills).toMatchObject([{ responseTokenCount: 5 }])
})

test.each([
  ['a message before the setup', [{ clientContent: { turnComplete: true } }], 'setup must be the first message'],
  ['a second setup', [{ setup: { model: MODEL } }, { setup: { model: MODEL } }], 'setup must be the first message'],
  ['an unknown field', [{ setup: { model: MODEL, tone: 'low' } }], 'Unknown name "tone" at \'setup\''],
  ['two things at once', [{ setup: { model: MODEL } }, { clientContent: {}, toolResponse: {} }], 'Request contains an invalid argument.'],
  ['a wrong type', [{ setup: { model: 5 } }], "Invalid value at 'setup.model'"],
])('%s ends the session with 1007', async (_, sent, reason) => {
  const door = 'google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'
  const socket = new WebSocket(`${fake.url.replace('http', 'ws')}/ws/${door}?key=AIza-live`)
  socket.on('open', () => {
    for (const message of sent) socket.send(JSON.stringify(message))
  })
  const [code, words] = await new Promise<[number, string]>((resolve) => socket.on('close', (code, why) => resolve([code, String(why)])))
  expect([code, words]).toEqual([1007, expect.stringContaining(reason)])
})
