// Files, kept and named with the libraries that their makers give out, at stand-ins that keep them by key as the vendors do.
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI, { AzureOpenAI, toFile } from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FileVendor, openFileVendor } from '../../testing/fake-files/fake-file-vendor.ts'
import { openWorld, type World } from '../testing/world.ts'

const MEBIBYTE = 1024 * 1024
let world: World
let vendor: FileVendor
let openai: OpenAI
let claude: Anthropic
let google: GoogleGenAI
beforeAll(async () => {
  vendor = await openFileVendor(['openai-key', 'claude-key', 'google-key', 'azure-key'])
  const ratios = { 'gpt-4o': 1, 'claude-sonnet-4-6': 1, 'gemini-2.5-pro': 1, 'gpt-4.1': 1 }
  world = await openWorld({ channel: null, ratios })
  const at = { base_url: vendor.url }
  await world.addChannel({ ...at, name: 'OpenAI', type: 1, key: 'openai-key', models: 'gpt-4o', priority: 1 })
  await world.addChannel({ ...at, name: 'Anthropic', type: 14, key: 'claude-key', models: 'claude-sonnet-4-6' })
  await world.addChannel({ ...at, name: 'Google', type: 24, key: 'google-key', models: 'gemini-2.5-pro' })
  openai = new OpenAI({ apiKey: world.key, baseURL: `${world.url}/v1`, maxRetries: 0 })
  claude = new Anthropic({ apiKey: world.key, baseURL: world.url, maxRetries: 0 })
  google = new GoogleGenAI({ apiKey: world.key, httpOptions: { baseUrl: world.url } })
})
afterAll(async () => {
  await world.close()
  await vendor.close()
})
beforeEach(() => vendor.clear())

const notes = (name = 'notes.txt', text = 'the words of a file') => toFile(Buffer.from(text), name, { type: 'text/plain' })

async function all<Item>(pages: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of pages) items.push(item)
  return items
}

describe('the library of OpenAI', () => {
  test('keeps, reads, lists page by page, loads and deletes files', async () => {
    const made = await openai.files.create({
      ...{ file: await notes(), purpose: 'batch' as const },
      expires_after: { anchor: 'created_at', seconds: 3600 },
    })
    expect(made).toMatchObject({ object: 'file', bytes: 19, filename: 'notes.txt', purpose: 'batch', status: 'processed' })
    expect((made.expires_at ?? 0) - made.created_at).toBe(3600)
    const others = [await openai.files.create({ file: await notes('b.txt'), purpose: 'user_data' })]
    others.push(await openai.files.create({ file: await notes('c.txt'), purpose: 'user_data' }))
    const ids = [made, ...others].map(({ id }) => id)
    expect((await all(openai.files.list({ limit: 1 }))).map(({ id }) => id)).toEqual(ids.toReversed())
    expect((await all(openai.files.list({ limit: 2, order: 'asc' }))).map(({ id }) => id)).toEqual(ids)
    expect((await all(openai.files.list({ purpose: 'batch' }))).map(({ id }) => id)).toEqual([made.id])
    expect(await openai.files.retrieve(made.id)).toEqual(made)
    expect(await (await openai.files.content(made.id)).text()).toBe('the words of a file')
    await expect(openai.files.content(others[0]?.id ?? '')).rejects.toThrow('Not allowed to download files of purpose: user_data')
    expect(await openai.files.delete(made.id)).toEqual({ id: made.id, object: 'file', deleted: true })
    await expect(openai.files.retrieve(made.id)).rejects.toMatchObject({ status: 404, code: 'file_not_found' })
    expect(vendor.idsOf('openai-key')).not.toContain(made.id)
  })

  test('names a file in chat and in responses', async () => {
    const { id } = await openai.files.create({ file: await notes(), purpose: 'user_data' })
    const content = [{ type: 'file' as const, file: { file_id: id } }]
    const chat = await openai.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content }] })
    expect(chat.choices[0]?.message.content).toBe('read')
    const input = [{ role: 'user' as const, content: [{ type: 'input_file' as const, file_id: id }] }]
    expect((await openai.responses.create({ model: 'gpt-4o', input })).output_text).toBe('read')
  })

  test('hears what the vendor refuses', async () => {
    // @ts-expect-error a purpose that there is not
    await expect(openai.files.create({ file: await notes(), purpose: 'search' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("'search' is not one of"),
    })
    const brief = { anchor: 'created_at' as const, seconds: 5 }
    await expect(openai.files.create({ file: await notes(), purpose: 'batch', expires_after: brief })).rejects.toMatchObject({
      status: 400,
    })
  })
})

test.each(['v1', '2025-04-01-preview'])('the library of Azure keeps files at a channel of Azure, at version %s', async (version) => {
  const token = await world.console.call<{ key: string }>('POST', '/api/token/', { name: 'azure', unlimited_quota: true })
  const other = version === 'v1' ? '' : version
  const id = await world.addChannel({
    ...{ name: 'Azure', type: 3, key: 'azure-key', models: 'gpt-4.1', base_url: vendor.url, other, priority: 9 },
  })
  // A user's files stay together, so this one goes to Azure by the model that only Azure serves.
  const azure = new AzureOpenAI({
    ...{ apiKey: `sk-${token.key}`, endpoint: world.url, apiVersion: '2025-04-01-preview', maxRetries: 0 },
    defaultQuery: { model: 'gpt-4.1' },
  })
  const made = await azure.files.create({ file: await notes(), purpose: 'batch' })
  expect(vendor.idsOf('azure-key')).toContain(made.id)
  expect(await azure.files.retrieve(made.id)).toMatchObject({ id: made.id, filename: 'notes.txt' })
  expect(await (await azure.files.content(made.id)).text()).toBe('the words of a file')
  expect(await azure.files.delete(made.id)).toMatchObject({ deleted: true })
  await world.console.call('DELETE', `/api/channel/${id}/`)
})

describe.each(['files', 'beta.files'] as const)('the library of Anthropic, by %s', (name) => {
  const files = () => (name === 'files' ? claude.files : claude.beta.files)

  test('keeps, reads, lists page by page, and deletes files', async () => {
    const made = await files().upload({ file: await notes(), expires_in_seconds: 3600 })
    expect(made).toMatchObject({ type: 'file', filename: 'notes.txt', mime_type: 'text/plain', size_bytes: 19, downloadable: false })
    const ids = [
      made.id,
      (await files().upload({ file: await notes('b.txt') })).id,
      (await files().upload({ file: await notes('c.txt') })).id,
    ]
    expect((await all<{ id: string }>(files().list({ limit: 2 }))).map(({ id }) => id)).toEqual(ids.toReversed())
    expect((await all<{ id: string }>(files().list({ limit: 1 }))).map(({ id }) => id)).toEqual(ids.toReversed())
    expect(await files().retrieveMetadata(made.id)).toEqual(made)
    await expect(files().download(made.id)).rejects.toMatchObject({ status: 400 })
    for (const id of ids) expect(await files().delete(id)).toEqual({ id, type: 'file_deleted' })
    await expect(files().retrieveMetadata(made.id)).rejects.toMatchObject({ status: 404, type: 'not_found_error' })
    expect(vendor.idsOf('claude-key')).toEqual([])
  })

  test('names a file in a message and counts its tokens', async () => {
    const { id } = await files().upload({ file: await notes() })
    const source = { type: 'file' as const, file_id: id }
    const messages = [{ role: 'user' as const, content: [{ type: 'document' as const, source }] }]
    const message = await claude.beta.messages.create({ model: 'claude-sonnet-4-6', max_tokens: 9, messages })
    expect(message.content).toMatchObject([{ type: 'text', text: 'read' }])
    expect(await claude.beta.messages.countTokens({ model: 'claude-sonnet-4-6', messages })).toMatchObject({ input_tokens: 20 })
    await files().delete(id)
  })

  test('hears what the vendor refuses', async () => {
    await expect(files().upload({ file: await notes(), expires_in_seconds: 5 })).rejects.toMatchObject({ status: 400 })
  })
})

describe('the library of Google', () => {
  const blob = (bytes: number, type = 'text/plain') => new Blob([new Uint8Array(bytes).fill(97)], { type })

  test('keeps small files, reads, lists page by page, and deletes them', async () => {
    const made = await google.files.upload({ file: blob(5), config: { displayName: 'notes' } })
    expect(made).toMatchObject({ displayName: 'notes', mimeType: 'text/plain', sizeBytes: '5', state: 'ACTIVE', source: 'UPLOADED' })
    expect(Date.parse(made.expirationTime ?? '') - Date.parse(made.createTime ?? '')).toBe(48 * 3600 * 1000)
    const names = [made.name, (await google.files.upload({ file: blob(6) })).name, (await google.files.upload({ file: blob(7) })).name]
    expect((await all(await google.files.list({ config: { pageSize: 1 } }))).map(({ name }) => name)).toEqual(names.toReversed())
    expect(await google.files.get({ name: made.name ?? '' })).toMatchObject({ name: made.name, sizeBytes: '5' })
    for (const name of names) await google.files.delete({ name: name ?? '' })
    await expect(google.files.get({ name: made.name ?? '' })).rejects.toMatchObject({ status: 404 })
    expect(vendor.idsOf('google-key')).toEqual([])
  })

  test('sends a large file in parts', async () => {
    const made = await google.files.upload({ file: blob(17 * MEBIBYTE) })
    expect(made.sizeBytes).toBe(String(17 * MEBIBYTE))
    const parts = vendor.requests.filter(({ url }) => url.includes('upload_id'))
    expect(parts.map(({ bytes }) => bytes)).toEqual([8 * MEBIBYTE, 8 * MEBIBYTE, MEBIBYTE])
    await google.files.delete({ name: made.name ?? '' })
  })

  test('waits for a film, and names it', async () => {
    const made = await google.files.upload({ file: blob(9, 'video/mp4') })
    expect(made.state).toBe('PROCESSING')
    const states = [await google.files.get({ name: made.name ?? '' }), await google.files.get({ name: made.name ?? '' })]
    expect(states.map(({ state }) => state)).toEqual(['PROCESSING', 'ACTIVE'])
    const fileData = { fileUri: made.uri ?? '', mimeType: 'video/mp4' }
    const contents = [{ role: 'user', parts: [{ fileData }] }]
    expect((await google.models.generateContent({ model: 'gemini-2.5-pro', contents })).text).toBe('read')
    expect((await google.models.countTokens({ model: 'gemini-2.5-pro', contents })).totalTokens).toBe(20)
    await google.files.delete({ name: made.name ?? '' })
  })
})
