// Prompts with a word of the admin's list are rejected at every door, before anything is held or sent; which word it was stands in the log alone.
import { request } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/world.ts'

const logLines: string[] = []
let world: World
beforeAll(async () => {
  world = await openWorld({ logLines, ratios: { 'fake-chat': 1, 'text-embedding-3-small': 1, 'rerank-v3.5': 1 } })
  await world.addChannel({ models: 'text-embedding-3-small' })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await world.close()
})
beforeEach(() => {
  world.provider.clear()
  logLines.length = 0
})

const listed = (...lines: string[]) => world.setOption('SensitiveWords', lines.join('\n'))
const model = 'fake-chat'
const said = (content: unknown, role = 'user') => ({ model, messages: [{ role, content }] })
const gemini = (text: string) => ({ contents: [{ role: 'user', parts: [{ text }] }] })
/** Unlike the listed word in capitals and width, and inside of a longer one. */
const WORD = 'an unＦorbidＤEN fruit'

/** Everywhere a person's words go to a model. */
const prompts: readonly [name: string, path: string, body: object | FormData][] = [
  ['chat', '/v1/chat/completions', said(WORD)],
  ['a system message', '/v1/chat/completions', said(WORD, 'system')],
  [
    'one of the parts',
    '/v1/chat/completions',
    said([
      { type: 'text', text: 'fine' },
      { type: 'text', text: WORD },
    ]),
  ],
  [
    'what a tool is said to do',
    '/v1/chat/completions',
    { ...said('fine'), tools: [{ type: 'function', function: { name: 'f', description: WORD } }] },
  ],
  ['completions', '/v1/completions', { model, prompt: ['fine', WORD] }],
  ['fim', '/v1/fim/completions', { model, prompt: 'fine', suffix: WORD }],
  ['messages', '/v1/messages', { ...said(WORD), max_tokens: 9 }],
  ['the system prompt of messages', '/v1/messages', { ...said('fine'), system: WORD, max_tokens: 9 }],
  ['counting tokens', '/v1/messages/count_tokens', said(WORD)],
  ['Gemini', `/v1beta/models/${model}:generateContent`, gemini(WORD)],
  ['Gemini, streamed', `/v1beta/models/${model}:streamGenerateContent?alt=sse`, gemini(WORD)],
  ['kept content of Gemini', '/v1beta/cachedContents', { model: `models/${model}`, ...gemini(WORD), ttl: '300s' }],
  ['Responses', '/v1/responses', { model, input: WORD }],
  ['instructions of Responses', '/v1/responses', { model, input: 'fine', instructions: WORD }],
  ['compacting', '/v1/responses/compact', { model, input: WORD }],
  ['images', '/v1/images/generations', { model, prompt: WORD }],
  ['edits of images', '/v1/images/edits', form({ model, prompt: WORD }, 'image')],
  ['speech', '/v1/audio/speech', { model, input: WORD, voice: 'alloy' }],
  ['the prompt of a transcription', '/v1/audio/transcriptions', form({ model, prompt: WORD }, 'file')],
  ['moderations', '/v1/moderations', { model, input: WORD }],
  ['the playground', '/pg/chat/completions', { ...said(WORD), group: 'default' }],
]

function form(fields: Readonly<Record<string, string>>, file: string): FormData {
  const all = new FormData()
  for (const [name, text] of Object.entries(fields)) all.set(name, text)
  all.set(
    file,
    new Blob([Buffer.alloc(8000, 1)], { type: file === 'file' ? 'audio/wav' : 'image/png' }),
    file === 'file' ? 'a.wav' : 'a.png',
  )
  return all
}

async function ask(path: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const { cookie, userId } = world.console
  const caller = path.startsWith('/pg') ? { cookie, 'waystation-user': String(userId) } : { authorization: `Bearer ${world.key}` }
  const isForm = body instanceof FormData
  const response = await fetch(world.url + path, {
    method: 'POST',
    headers: { ...caller, ...(isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    body: isForm ? body : JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

const hits = () => logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a prompt with sensitive words was rejected')

describe.each([
  ['plain words', ['Forbidden', '禁词']],
  ['regular expressions', ['regex:for[b-d]i\\w+EN\\b']],
])('by %s', (_name, lines) => {
  test.each(prompts)('%s', async (_door, path, body) => {
    await listed(...lines)
    const before = await world.balance()
    const { status, text } = await ask(path, body)
    expect({ status, text }).toMatchObject({ status: 400, text: expect.stringMatching(/contains sensitive words|含有屏蔽词/) })
    expect(text.toLowerCase()).not.toContain('forbidden')
    expect(world.provider.requests).toEqual([])
    expect(await world.balance()).toBe(before)
    expect(hits()).toMatchObject([{ words: [lines[0]] }])
  })
})

test('each dialect tells it in its own form, and in the language of the caller', async () => {
  await listed('forbidden')
  const [chat, messages, google] = await Promise.all([
    ask('/v1/chat/completions', said(WORD), { 'accept-language': 'zh' }),
    ask('/v1/messages', { ...said(WORD), max_tokens: 9 }),
    ask(`/v1beta/models/${model}:generateContent`, gemini(WORD)),
  ])
  expect(JSON.parse(chat.text)).toMatchObject({
    error: { code: 'sensitive_words_detected', type: 'invalid_request_error', message: expect.stringContaining('屏蔽词') },
  })
  expect(JSON.parse(messages.text)).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } })
  expect(JSON.parse(google.text)).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT' } })
})

test('what is not checked: other texts, vectors, rankings, exempt groups, and everything while a switch is off', async () => {
  await listed('forbidden', 'user', 'regex:^system$')
  const passes = async (path: string, body: object) => expect((await ask(path, body)).text).not.toContain('sensitive')
  // The names of roles are no words of anybody.
  await passes('/v1/chat/completions', said('fine'))
  await passes('/v1/messages', { ...said('fine'), max_tokens: 9 })
  await passes('/v1/embeddings', { model: 'text-embedding-3-small', input: WORD })
  await passes('/v1/rerank', { model: 'rerank-v3.5', query: WORD, documents: [WORD] })
  for (const key of ['CheckSensitiveEnabled', 'CheckSensitiveOnPromptEnabled']) {
    await world.setOption(key, 'false')
    await passes('/v1/chat/completions', said(WORD))
    await world.setOption(key, 'true')
    expect((await ask('/v1/chat/completions', said(WORD))).status).toBe(400)
  }
  await world.setOption('global.safe_check_exempt_group', 'elsewhere,default')
  expect((await ask('/v1/chat/completions', said(WORD))).status).toBe(400)
  await world.setOption('global.safe_check_exempt_enabled', 'true')
  await passes('/v1/chat/completions', said(WORD))
  await world.setOption('global.safe_check_exempt_enabled', 'false')
  await listed()
  await passes('/v1/chat/completions', said(WORD))
})

test('an expression that cannot be used is rejected when it is saved, by the line', async () => {
  const put = async (value: string) => (await world.console.ask('PUT', '/api/option/', { key: 'SensitiveWords', value })).body
  expect(await put('fine\nregex:a(b\nregex:ok')).toMatchObject({
    success: false,
    code: 'bad_option',
    message: expect.stringContaining('line 2 (regex:a(b): missing closing )'),
  })
  expect(await put('regex:(?=a)b')).toMatchObject({ success: false, message: expect.stringContaining('line 1 (regex:(?=a)b)') })
  expect(await put('regex:a*')).toMatchObject({ success: false, message: expect.stringContaining('matches the empty text') })
  expect(await put('regex:((a{1,100}){10}b){9}')).toMatchObject({ success: false })
  expect(await put('x'.repeat(513))).toMatchObject({ success: false, message: expect.stringContaining('512') })
})

test('a catastrophic expression and a prompt of megabytes hold nobody up', async () => {
  await listed('regex:(a+)+$', 'regex:(x+x+)+y', 'regex:([a-z]+)*=')
  const prompt = said(`${'a'.repeat(2_000_000)}!${'x'.repeat(2_000_000)}!`)
  let slowestMs = 0
  let isOver = false
  const asked = ask('/v1/chat/completions', prompt).finally(() => {
    isOver = true
  })
  while (!isOver) {
    const startedMs = performance.now()
    await (await request(`${world.url}/livez`)).body.dump()
    slowestMs = Math.max(slowestMs, performance.now() - startedMs)
  }
  expect((await asked).text).not.toContain('sensitive')
  // A backtracking engine would need longer than the universe is old.
  expect(slowestMs).toBeLessThan(1000)
  expect((await ask('/v1/chat/completions', said('b=aaa'))).status).toBe(400)
  await listed()
})
