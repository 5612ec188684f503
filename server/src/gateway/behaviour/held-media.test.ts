// What is set aside for media and for priced tools (decision D59): what can be dear, and not a thousand times more.
import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scenario } from '../../testing/fakes/fake-provider-script.ts'
import { recording } from '../../testing/recording.ts'
import { answer } from '../testing/answers.ts'
import { bodyOf, send } from '../testing/clients.ts'
import { openPayers, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

const DOLLAR = 500_000
const models = {
  'openai-chat': 'gpt-4o',
  'openai-responses': 'gpt-5.5',
  'anthropic-messages': 'claude-sonnet-4-6',
  'gemini-generate': 'gemini-2.5-pro',
} as const
type Dialect = keyof typeof models & ClientDialectName
const dialects = Object.keys(models) as Dialect[]
const types = { 'openai-chat': 1, 'openai-responses': 1, 'anthropic-messages': 14, 'gemini-generate': 24 }

let world: World
let payers: Payers
beforeAll(async () => {
  world = await openWorld({ channel: null, ratios: { free: 0 }, options: { 'relay.max_body_mb': '64' } })
  for (const dialect of dialects)
    await world.addChannel({ type: types[dialect], models: models[dialect], setting: '{"vendor_ids":"pass"}' })
  payers = await openPayers(world)
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
})
beforeEach(() => world.provider.clear())

/** A file by its kind: inline where `data` is base64, else by an address. */
function partOf(dialect: Dialect, kind: 'image' | 'pdf' | 'audio' | 'video', data: string | undefined): object {
  const type = { image: 'image/png', pdf: 'application/pdf', audio: 'audio/wav', video: 'video/mp4' }[kind]
  const url = data === undefined ? `https://files.test/${kind}` : `data:${type};base64,${data}`
  if (dialect === 'gemini-generate')
    return data === undefined ? { fileData: { mimeType: type, fileUri: url } } : { inlineData: { mimeType: type, data } }
  if (dialect === 'anthropic-messages') {
    const source = data === undefined ? { type: 'url', url } : { type: 'base64', media_type: type, data }
    return { type: kind === 'pdf' ? 'document' : 'image', source }
  }
  if (dialect === 'openai-responses')
    return kind === 'pdf'
      ? { type: 'input_file', filename: 'a.pdf', ...(data === undefined ? { file_url: url } : { file_data: url }) }
      : { type: 'input_image', image_url: url }
  if (kind === 'audio') return { type: 'input_audio', input_audio: { data: data ?? '', format: 'wav' } }
  return kind === 'pdf' ? { type: 'file', file: { filename: 'a.pdf', file_data: url } } : { type: 'image_url', image_url: { url } }
}

function messagesOf(dialect: Dialect, part: object): Record<string, unknown> {
  if (dialect === 'gemini-generate') return { contents: [{ role: 'user', parts: [part, { text: 'what is this?' }] }] }
  const text = dialect === 'openai-responses' ? { type: 'input_text', text: 'what?' } : { type: 'text', text: 'what?' }
  return { [dialect === 'openai-responses' ? 'input' : 'messages']: [{ role: 'user', content: [part, text] }] }
}

async function ask(dialect: Dialect, balance: number, more: Record<string, unknown>, reported = { prompt: 1000, output: 20 }) {
  const { key } = await world.addToken({ name: 'pays', unlimited_quota: false, remain_quota: Math.floor(balance) })
  world.provider.next(scenario.reply(200, answer(dialect, reported)))
  const named = { dialect, model: models[dialect], prompt: '', isStream: false, maxOutputTokens: 1000, more } as const
  const facts = await send(world.url, `sk-${key}`, named)
  const row = facts.status === 200 ? await payers.row(facts.requestId) : undefined
  const sent = world.provider.requests[0]?.body as Record<string, unknown> | undefined
  world.provider.clear()
  return { facts, row, sent, held: row?.facts.charge?.held ?? 0 }
}

/** A PNG whose head says this size, of so many bytes. */
function picture(width: number, height: number, bytes: number): string {
  const head = Buffer.alloc(33)
  head.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  head.writeUInt32BE(13, 8)
  head.write('IHDR', 12)
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return Buffer.concat([head, Buffer.alloc(bytes - head.length)]).toString('base64')
}

const document = (pages: number) =>
  Buffer.from(`%PDF-1.7\n1 0 obj <</Type /Pages /Kids [] /Count ${pages}>> endobj\n%%EOF`).toString('base64')

describe.each(dialects)('%s', (dialect) => {
  test('a photo of 5 MB is served to a user with ten cents', async () => {
    const part = partOf(dialect, 'image', picture(4032, 3024, 5_000_000))
    const { facts, held } = await ask(dialect, DOLLAR / 10, messagesOf(dialect, part))
    expect(facts.status, facts.body).toBe(200)
    expect(held).toBeGreaterThan(0)
  })

  test('a picture counts by its pixels, and as the largest where they are not known', async () => {
    const held = async (data?: string) => (await ask(dialect, 10 * DOLLAR, messagesOf(dialect, partOf(dialect, 'image', data)))).held
    const small = await held(picture(100, 100, 1000))
    expect(await held(picture(100, 100, 900_000))).toBe(small)
    const unknown = await held()
    expect(unknown).toBeGreaterThan(small)
    // An address has other letters than the head of the data.
    expect(Math.abs((await held(Buffer.alloc(1000, 'no picture').toString('base64'))) - unknown)).toBeLessThan(20)
    expect(await held(picture(60_000, 60_000, 1000))).toBeLessThan(unknown + 20)
  })

  test('a PDF counts by its pages, and is refused in words where the balance does not cover them', async () => {
    const asked = (pages: number) => messagesOf(dialect, partOf(dialect, 'pdf', document(pages)))
    const [one, ten] = [await ask(dialect, 10 * DOLLAR, asked(1)), await ask(dialect, 10 * DOLLAR, asked(10))]
    expect(ten.held - one.held).toBeGreaterThan(0)
    const { facts } = await ask(dialect, DOLLAR / 100, asked(10))
    expect(facts.status).toBe(403)
    expect(facts.inBandError?.message).toMatch(/fewer pages/)
  })
})

test('a film at an address holds the context of its model, and no more than its seconds where it is there', async () => {
  const film = messagesOf('gemini-generate', partOf('gemini-generate', 'video', undefined))
  const { held } = await ask('gemini-generate', 10 * DOLLAR, film)
  // 200,000 tokens of an unknown context at 1.25 dollars a million.
  expect(held).toBeGreaterThanOrEqual(0.25 * DOLLAR)
  const { facts } = await ask('gemini-generate', DOLLAR / 20, film)
  expect(facts.status).toBe(403)
  expect(facts.inBandError?.message).toMatch(/itself/)
  const sound = partOf('gemini-generate', 'audio', recording(60).toString('base64'))
  const heard = await ask('gemini-generate', DOLLAR / 10, messagesOf('gemini-generate', sound))
  expect(heard.facts.status, heard.facts.body).toBe(200)
  expect(heard.held).toBeLessThan(held / 5)
})

test('kept content, conversations and prompts hold the context of the model', async () => {
  const plain = await ask('openai-responses', 10 * DOLLAR, { input: 'hi' })
  for (const more of [{ conversation: 'conv_1' }, { prompt: { id: 'pmpt_1' } }, { input: [{ type: 'item_reference', id: 'msg_1' }] }]) {
    const { held } = await ask('openai-responses', 100 * DOLLAR, { input: 'hi', ...more })
    expect(held, JSON.stringify(more)).toBeGreaterThan(10 * plain.held)
  }
})

describe('a tool with a price per use', () => {
  const tool = (most?: number) => ({
    tools: [{ type: 'web_search_20250305', name: 'web_search', ...(most === undefined ? {} : { max_uses: most }) }],
  })
  const messages = bodyOf({ dialect: 'anthropic-messages', model: models['anthropic-messages'], prompt: 'hi', isStream: false })
  const search = (most?: number) => ({ messages: messages.messages, ...tool(most) })
  /** One search. */
  const PRICE = DOLLAR / 100

  test('is held for as often as it may be used, ten times where nothing is named', async () => {
    const without = await ask('anthropic-messages', 10 * DOLLAR, { messages: messages.messages })
    for (const [most, uses] of [
      [1, 1],
      [7, 7],
      [undefined, 10],
    ] as const) {
      const { held } = await ask('anthropic-messages', 10 * DOLLAR, search(most))
      // The words of the tool are held for too.
      expect(held - without.held).toBeGreaterThanOrEqual(uses * PRICE)
      expect(held - without.held).toBeLessThan(uses * PRICE + 100)
    }
  })

  test('is used less where the balance does not cover more, and the row says so', async () => {
    const { facts, row, sent } = await ask('anthropic-messages', 0.06 * DOLLAR, search(20))
    expect(facts.status, facts.body).toBe(200)
    const [limited] = (sent?.tools ?? []) as { max_uses: number }[]
    const most = limited?.max_uses ?? 0
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(6)
    expect(row?.facts.tool_uses_lowered_to).toBe(most)
  })

  test('is not served without cover, at a free model either', async () => {
    await world.setOption('ModelRatio', JSON.stringify({ 'claude-sonnet-4-6': 0 }))
    const { facts } = await ask('anthropic-messages', 1, search(20))
    expect(facts.status).toBe(403)
    const covered = await ask('anthropic-messages', DOLLAR, search(20))
    expect(covered.facts.status).toBe(200)
    await world.setOption('ModelRatio', '{}')
  })

  test.each(['openai-responses', 'gemini-generate'] as const)('%s: is held for too', async (dialect) => {
    const hosted = dialect === 'openai-responses' ? { tools: [{ type: 'web_search' }] } : { tools: [{ googleSearch: {} }] }
    const base = dialect === 'openai-responses' ? { input: 'hi' } : { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }
    const without = await ask(dialect, 10 * DOLLAR, base)
    const { held } = await ask(dialect, 10 * DOLLAR, { ...base, ...hosted })
    // Ten searches at a cent, or one grounded prompt at 3.5.
    expect(held - without.held).toBeGreaterThanOrEqual(dialect === 'openai-responses' ? 0.1 * DOLLAR : 0.035 * DOLLAR)
  })
})
