// A library that many use against the real vendor: what it writes must pass here too, or the judge refuses what the vendor takes.
import { createOpenAI } from '@ai-sdk/openai'
import { describe, expect, test } from 'vitest'
import type { JudgedRequest, Refusal } from '../judge.ts'
import { openaiChat, openaiResponses } from './index.ts'

type Model = ReturnType<ReturnType<typeof createOpenAI>['chat']>
type Call = Parameters<Model['doStream']>[0]

const city = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false } as const
const tools: Call['tools'] = [{ type: 'function', name: 'get_weather', description: 'The weather.', inputSchema: city }]
const said = (text: string): Call['prompt'][number] => ({ role: 'user', content: [{ type: 'text', text }] })
const called = (toolCallId: string) => ({ type: 'tool-call' as const, toolCallId, toolName: 'get_weather', input: { city: 'Paris' } })
const answered = (toolCallId: string) => ({
  type: 'tool-result' as const,
  toolCallId,
  toolName: 'get_weather',
  output: { type: 'text' as const, value: '15 degrees' },
})
const data = (base64: string) => ({ type: 'data' as const, data: base64 })

const prompts: Record<string, Call['prompt']> = {
  'a text': [{ role: 'system', content: 'You answer in JSON.' }, said('Hi')],
  'images and files': [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'As JSON, what is this?' },
        { type: 'file', mediaType: 'image/png', data: data('iVBORw0KGgo=') },
        { type: 'file', mediaType: 'image/jpeg', data: { type: 'url', url: new URL('https://example.com/a.jpg') } },
        { type: 'file', mediaType: 'application/pdf', data: data('JVBERi0='), filename: 'a.pdf' },
        { type: 'file', mediaType: 'application/pdf', data: data('JVBERi0=') },
      ],
    },
  ],
  'parallel calls and their results': [
    said('The weather, as JSON?'),
    { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, called('call_1'), called('call_2')] },
    { role: 'tool', content: [answered('call_1'), answered('call_2')] },
    said('And now?'),
  ],
  'thoughts before a call': [
    said('The weather, as JSON?'),
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Look.', providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'gAAAA' } } },
        { ...called('call_1'), providerOptions: { openai: { itemId: 'fc_1' } } },
      ],
    },
    { role: 'tool', content: [answered('call_1')] },
  ],
}

const settings: Record<string, Partial<Call>> = {
  'nothing else': {},
  'settings of sampling': { temperature: 0.3, topP: 0.9, maxOutputTokens: 100, seed: 3, presencePenalty: 0.1 },
  'a tool that must be called': { tools, toolChoice: { type: 'tool', toolName: 'get_weather' } },
  'a structured answer': { responseFormat: { type: 'json', name: 'place', schema: city } },
  'an answer in JSON': { responseFormat: { type: 'json' } },
  'options of the vendor': { providerOptions: { openai: { store: false, user: 'u', metadata: { a: 'b' }, serviceTier: 'auto' } } },
}

/** What the judge says to each request that the library sends for this call. */
async function refusals(make: (openai: ReturnType<typeof createOpenAI>) => Model, call: Call): Promise<(Refusal | undefined)[]> {
  const heard: (Refusal | undefined)[] = []
  const openai = createOpenAI({
    apiKey: 'sk-test',
    async fetch(address, init) {
      const path = new URL(String(address)).pathname
      const request: JudgedRequest = { path, headers: Object.fromEntries(new Headers(init?.headers)), body: JSON.parse(String(init?.body)) }
      heard.push((path === '/v1/responses' ? openaiResponses : openaiChat).judge(request))
      return Response.json({ error: { message: 'Not answered here.', type: 'server_error', param: null, code: null } }, { status: 400 })
    },
  })
  await expect(make(openai).doStream(call)).rejects.toThrow('Not answered here.')
  return heard
}

describe.each(['gpt-4o', 'gpt-4.1-mini', 'o4-mini', 'gpt-5', 'gpt-5.1', 'gpt-5.5'])('%s', (model) => {
  const cases = Object.keys(prompts).flatMap((prompt) => Object.keys(settings).map((setting) => [prompt, setting] as const))
  test.each(cases)('%s, with %s', async (prompt, setting) => {
    const call: Call = { ...settings[setting], prompt: prompts[prompt] ?? [] }
    expect(await refusals((openai) => openai.chat(model), call)).toEqual([undefined])
    expect(await refusals((openai) => openai.responses(model), call)).toEqual([undefined])
  })
})
