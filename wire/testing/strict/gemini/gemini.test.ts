// Every rule refuses the request that breaks it, in Google's words; what the documentation shows is taken.
import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/encoding/json.ts'
import { object, recordings } from '../../recordings.ts'
import type { JudgedRequest, StrictVendor } from '../judge.ts'
import { accepted } from './accepted.ts'
import { asked, type Refused } from './examples.ts'
import { gemini, geminiOpenai } from './index.ts'
import { refusedMessages } from './refused-messages.ts'
import { refusedByOpenai, takenByOpenai } from './refused-openai.ts'
import { refusedSettings } from './refused-settings.ts'

const refused: Readonly<Record<string, Refused>> = { ...refusedMessages, ...refusedSettings }

function generate(body: unknown, model = 'gemini-2.5-flash', method = 'generateContent'): JudgedRequest {
  return { path: `/v1beta/models/${model}:${method}`, headers: { 'x-goog-api-key': 'key' }, body }
}

const complete = (body: unknown): JudgedRequest => ({
  path: '/v1beta/openai/chat/completions',
  headers: { authorization: 'Bearer key' },
  body,
})

/** The message of a refusal in Google's form. */
function messageOf(body: unknown): string {
  const { error } = body as { error: { code: number; message: string; status: string } }
  expect(error).toEqual(expect.objectContaining({ code: expect.any(Number), status: expect.stringMatching(/^[A-Z_]+$/) }))
  return error.message
}

const names = ({ rules }: StrictVendor) => rules.map(({ rule }) => rule)

test('each rule is there once, has a source, and has its example', () => {
  for (const [vendor, examples] of [[gemini, refused] as const, [geminiOpenai, refusedByOpenai] as const]) {
    expect(names(vendor).toSorted()).toEqual(Object.keys(examples).toSorted())
    expect(vendor.rules.filter(({ source }) => !/https:\/\//.test(source))).toEqual([])
  }
})

test.each(names(gemini))('the rule %s refuses', (rule) => {
  const { body, model, headers, says } = refused[rule]!

  const refusal = gemini.judge({ ...generate(body, model), ...(headers && { headers }) })

  expect(refusal?.rule).toBe(rule)
  expect(messageOf(refusal?.body)).toContain(says)
})

test.each(names(geminiOpenai))('at the OpenAI address the rule %s refuses', (rule) => {
  const { body, headers, says } = refusedByOpenai[rule]!

  const refusal = geminiOpenai.judge({ ...complete(body), ...(headers && { headers }) })

  expect(refusal?.rule).toBe(rule)
  expect(refusal?.body).toHaveLength(1)
  expect(messageOf([refusal?.body].flat()[0])).toContain(says)
})

test.each(Object.entries(accepted))('%s: taken', (_, { body, model, method, query }) => {
  const request = generate(body, model, method)

  expect(gemini.judge(query ? { ...request, query, headers: {} } : request)).toBeUndefined()
})

test.each(Object.entries(takenByOpenai))('%s: taken at the OpenAI address', (_, body) => {
  expect(geminiOpenai.judge(complete(body))).toBeUndefined()
})

type Answer = { candidates?: { content?: { parts?: JsonObject[] } }[] }

const recorded = recordings(['google']).map(({ name, chunks, body }) => {
  const answers = (chunks ?? [body ?? '{}']).map((text) => object(text) as Answer)
  return { name, parts: answers.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []) }
})
// Vertex AI can stream a call's arguments piece by piece; such pieces are no parts of this API.
const isOfVertex = ({ functionCall }: JsonObject) =>
  ['partialArgs', 'willContinue'].some((name) => name in ((functionCall ?? {}) as JsonObject))
const replayable = recorded.filter(({ parts }) => parts.length > 0 && !parts.some(isOfVertex))

// There are no recorded requests; what Google answered must be fit to be sent back.
test.skipIf(replayable.length === 0).each(replayable)('the recorded answer $name can be sent back', ({ parts }) => {
  const responses = parts.flatMap(({ functionCall }) =>
    functionCall ? [{ functionResponse: { name: (functionCall as JsonObject).name, response: {} } }] : [],
  )
  const contents = [...asked, { role: 'model', parts }, { role: 'user', parts: responses.length > 0 ? responses : [{ text: 'Go on.' }] }]

  expect(gemini.judge(generate({ contents }))).toBeUndefined()
})

test('all problems of a body are told at once, each with its place', () => {
  const refusal = gemini.judge(generate({ contents: [{ parts: [{ text: 'Hi', role: 'user' }], content: 'Hi' }], max_tokens: 5 }))

  expect(refusal).toMatchObject({
    status: 400,
    body: {
      error: {
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: [
              { field: 'contents[0].parts[0]', description: expect.stringContaining('"role"') },
              { field: 'contents[0]', description: expect.stringContaining('"content"') },
              { description: 'Invalid JSON payload received. Unknown name "max_tokens": Cannot find field.' },
            ],
          },
        ],
      },
    },
  })
})

test('a body is read before the key is looked at', () => {
  expect(gemini.judge({ ...generate({ contents: asked, tool: [] }), headers: {} })).toMatchObject({ rule: 'unknown-field', status: 400 })
  expect(gemini.judge({ ...generate({ contents: asked }), headers: {} })).toMatchObject({ rule: 'no-api-key', status: 403 })
})

test('a body that is no object is refused', () => {
  expect(gemini.judge(generate([asked]))?.rule).toBe('wrong-type')
})

test('what only Vertex AI knows is an unknown name', () => {
  const fields = [
    { safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF', method: 'SEVERITY' }] },
    { generationConfig: { audioTimestamp: true } },
    { generationConfig: { routingConfig: {} } },
    { tools: [{ retrieval: {} }] },
    { tools: [{ googleSearch: { excludeDomains: ['a.example'] } }] },
    { toolConfig: { functionCallingConfig: { streamFunctionCallArguments: true } } },
    { generationConfig: { imageConfig: { outputMimeType: 'image/png' } } },
  ]

  const rules = fields.map((field) => gemini.judge(generate({ contents: asked, ...field }))?.rule)

  expect(rules).toEqual(fields.map(() => 'unknown-field'))
})

test('counting tokens looks at the messages and not at what they mean', () => {
  const empty = { contents: [{ role: 'user', parts: [] }] }

  expect(messageOf(gemini.judge(generate(empty, undefined, 'countTokens'))?.body)).toContain('* CountTokensRequest.contents[0].parts:')
  const inside = gemini.judge(generate({ generateContentRequest: empty }, undefined, 'countTokens'))
  expect(messageOf(inside?.body)).toContain('* CountTokensRequest.generate_content_request.contents[0].parts:')
  const hot = { generateContentRequest: { contents: asked, generationConfig: { temperature: 9 } } }
  expect(gemini.judge(generate(hot, undefined, 'countTokens'))).toBeUndefined()
})

test('the error of a stream is in a list, unless the stream comes as events', () => {
  const request = generate({ contents: [] }, undefined, 'streamGenerateContent')

  expect(gemini.judge(request)?.body).toHaveLength(1)
  expect(messageOf(gemini.judge({ ...request, query: { alt: 'sse' } })?.body)).toContain('contents is not specified')
})

test('other addresses are not judged', () => {
  expect(gemini.judge(generate({}, 'gemini-embedding-001', 'embedContent'))).toBeUndefined()
  expect(geminiOpenai.judge({ ...complete({}), path: '/v1beta/openai/embeddings' })).toBeUndefined()
})
