import { type ClientDialect, clientKinds } from '@waystation/contract/clients/client'
import { clients } from '@waystation/contract/clients/clients'
import { expect, test } from 'vitest'
import { runTestCall, type TestCall } from './test-outcome.ts'

const call = (dialect: ClientDialect): TestCall => ({ base: '/base', key: 'sk-1', model: 'a/b', dialect, prompt: 'Say OK', language: 'en' })

/** A fetch that returns the given response and records its requests. */
function answering(status: number, answer: unknown) {
  const asked: { url: string; init: RequestInit }[] = []
  const send = async (url: string | URL | Request, init: RequestInit = {}) => {
    asked.push({ url: String(url), init })
    const body = typeof answer === 'string' ? answer : JSON.stringify(answer)
    return new Response(body, { status, headers: { 'x-request-id': 'R1' } })
  }
  return { asked, send }
}

const dialects: readonly [ClientDialect, string, string, object][] = [
  ['openai-chat', '/base/v1/chat/completions', 'Authorization', { choices: [{ message: { content: 'OK' } }] }],
  [
    'openai-responses',
    '/base/v1/responses',
    'Authorization',
    { output: [{ type: 'reasoning' }, { type: 'message', content: [{ type: 'output_text', text: 'OK' }] }] },
  ],
  ['anthropic-messages', '/base/v1/messages', 'x-api-key', { content: [{ type: 'thinking' }, { type: 'text', text: 'OK' }] }],
  [
    'gemini-generate',
    '/base/v1beta/models/a%2Fb:generateContent',
    'x-goog-api-key',
    { candidates: [{ content: { parts: [{ text: 'Hm', thought: true }, { text: 'OK' }] } }] },
  ],
]

test('every dialect of a client is tried', () => {
  expect(new Set(clients.flatMap((client) => client.dialects))).toEqual(new Set(dialects.map(([dialect]) => dialect)))
  expect(new Set(clients.map(({ kind }) => kind))).toEqual(new Set(clientKinds))
})

test.each(dialects)('%s is asked at its own door with the key, and its answer is read', async (dialect, url, header, answer) => {
  const { asked, send } = answering(200, answer)
  expect(await runTestCall(call(dialect), send)).toMatchObject({ isOk: true, words: 'OK', requestId: 'R1' })
  expect(asked[0]?.url).toBe(url)
  expect(new Headers(asked[0]?.init.headers).get(header)).toMatch(/sk-1$/)
  expect(String(asked[0]?.init.body)).toContain('Say OK')
  expect(asked[0]?.init.credentials).toBe('omit')
})

test.each([
  [401, 'key'],
  [403, 'refused'],
  [404, 'model'],
  [429, 'busy'],
  [502, 'upstream'],
  [400, 'request'],
] as const)('a refusal with %i is the fault %s, with its message and its request', async (status, fault) => {
  const { send } = answering(status, { error: { message: 'no luck (request id: R1)' } })
  expect(await runTestCall(call('openai-chat'), send)).toEqual({ isOk: false, fault, message: 'no luck', requestId: 'R1' })
})

test('a page in the place of an answer is a strange answer, even with 200', async () => {
  const { send } = answering(200, '<html>')
  expect(await runTestCall(call('openai-chat'), send)).toMatchObject({ isOk: false, fault: 'strange', message: 'HTTP 200' })
})

test('no answer at all is the network’s fault', async () => {
  const send = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await runTestCall(call('openai-chat'), send)).toMatchObject({ isOk: false, fault: 'network', message: 'Failed to fetch' })
})
