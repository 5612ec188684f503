// What the vendors' own SDKs can send is drawn: their types are read field by field.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isObject, type Json, type JsonObject } from '../../src/encoding/json.ts'
import { sdkDeclarations } from '../sdk/declarations.ts'
import { sdkFields } from '../sdk/fields.ts'
import { anthropicDraws } from './anthropic/index.ts'
import { type DrawnDialect, singles } from './draw.ts'
import { geminiDraws } from './gemini/index.ts'
import { openaiChatDraws } from './openai-chat/index.ts'
import { openaiResponsesDraws } from './openai-responses/index.ts'

type Sdk = {
  sdk: string
  dialect: DrawnDialect
  files: readonly string[]
  root: string
  /** Fields that no draw sets, as `Interface.field`, and why. */
  undrawn: Readonly<Record<string, string>>
  /** Values of `type` that no draw has, and why. */
  undrawnTypes?: Readonly<Record<string, string>>
}

const stored = 'names what only the vendor has stored'
const header = 'a header'
const model = 'said when a draw becomes a request'
const notSent = 'the SDK keeps it for itself'
const profile = {
  'MessageCreateParamsBase.model': model,
  'MessageCreateParamsBase.user_profile_id': header,
  'MessageCreateParamsBase.workspace_id': header,
}
/** Fields that the SDK itself refuses to send to the Gemini API: they are of Vertex AI. */
const ofVertex = [
  ...['audioTimestamp', 'generationOutputConfig', 'labels', 'modelArmorConfig', 'modelSelectionConfig', 'routingConfig'].map(
    (name) => `GenerateContentConfig.${name}`,
  ),
  ...['apiKeyConfig', 'authType', 'googleServiceAccountConfig', 'httpBasicAuthConfig', 'oauthConfig', 'oidcConfig'].map(
    (name) => `AuthConfig.${name}`,
  ),
  ...['imageOutputOptions', 'outputCompressionQuality', 'outputMimeType', 'personGeneration', 'prominentPeople'].map(
    (name) => `ImageConfig.${name}`,
  ),
  ...['Tool.enterpriseWebSearch', 'Tool.exaAiSearch', 'Tool.parallelAiSearch', 'Tool.retrieval', 'SafetySetting.method'],
  ...['GoogleSearch.blockingConfidence', 'GoogleSearch.excludeDomains', 'GoogleMaps.groundingTypes', 'FunctionCall.partialArgs'],
  'FunctionCallingConfig.streamFunctionCallArguments',
]

const sdks: readonly Sdk[] = [
  {
    sdk: 'openai, Chat Completions',
    dialect: openaiChatDraws,
    files: ['openai/resources/chat/completions/completions.d.ts', 'openai/resources/shared.d.ts'],
    root: 'ChatCompletionCreateParamsBase',
    undrawn: { 'ChatCompletionCreateParamsBase.model': model },
  },
  {
    sdk: 'openai, Responses',
    dialect: openaiResponsesDraws,
    files: ['openai/resources/responses/responses.d.ts', 'openai/resources/shared.d.ts'],
    root: 'ResponseCreateParamsBase',
    undrawn: {
      'ResponseCreateParamsBase.model': model,
      'ResponseCreateParamsBase.background': 'the answer is fetched later, from what the vendor has stored',
      'ResponseCreateParams.PromptCacheOptions.comparison_response_id': stored,
      'ResponseCreateParamsBase.conversation': stored,
      'ResponseCreateParamsBase.previous_response_id': stored,
      'ResponseCreateParamsBase.prompt': stored,
    },
    undrawnTypes: { reasoning_text: 'open thoughts are refused in the input' },
  },
  {
    sdk: '@anthropic-ai/sdk',
    dialect: anthropicDraws,
    files: ['@anthropic-ai/sdk/resources/messages/messages.d.ts'],
    root: 'MessageCreateParamsBase',
    undrawn: profile,
  },
  {
    sdk: '@anthropic-ai/sdk, beta',
    dialect: anthropicDraws,
    files: ['@anthropic-ai/sdk/resources/beta/messages/messages.d.ts'],
    root: 'MessageCreateParamsBase',
    undrawn: { ...profile, 'MessageCreateParamsBase.betas': header, 'MessageCreateParamsBase.thread': stored },
  },
  {
    sdk: '@google/genai',
    dialect: geminiDraws,
    files: ['@google/genai/dist/genai.d.ts'],
    root: 'GenerateContentConfig',
    undrawn: {
      ...Object.fromEntries(ofVertex.map((name) => [name, 'of Vertex AI only'])),
      'GenerateContentConfig.abortSignal': notSent,
      'GenerateContentConfig.automaticContinuation': notSent,
      'GenerateContentConfig.automaticFunctionCalling': notSent,
      'GenerateContentConfig.continuationToken': stored,
      'Tool.googleSearchRetrieval': 'of Gemini 1.5, which is gone',
      'GenerateContentConfig.httpOptions': notSent,
    },
  },
]

const read = (file: string) => readFileSync(new URL(`../../../node_modules/${file}`, import.meta.url), 'utf8')

/** Each name and each value of `type` anywhere in the draws. */
function drawn(dialect: DrawnDialect): { names: Set<string>; types: Set<Json | undefined> } {
  const names = new Set<string>()
  const types = new Set<Json | undefined>()
  const walk = (value: Json | undefined): void => {
    if (Array.isArray(value)) for (const one of value) walk(one)
    if (!isObject(value)) return
    types.add(value.type)
    for (const [name, held] of Object.entries(value)) {
      names.add(name)
      walk(held)
    }
  }
  for (const { body } of singles(dialect)) walk(body)
  return { names, types }
}

describe.each(sdks)('$sdk', ({ dialect, files, root, undrawn, undrawnTypes = {} }) => {
  // A tool that can be called is of the SDK's own making and never sent.
  const without = new Set([...Object.keys(undrawn), 'CallableTool'])
  const sources = sdkDeclarations(files)
  const { fields, tags } = sdkFields(sources, root, without)
  const own = fields.filter((field) => field.startsWith(`${root}.`)).map((field) => field.slice(root.length + 1))

  test('each field of the request is set at its place by some draw', () => {
    const inside = (body: JsonObject) => (isObject(body.generationConfig) ? Object.keys(body.generationConfig) : [])
    const set = new Set(singles(dialect).flatMap(({ body }) => [...Object.keys(body), ...inside(body)]))
    expect(own.length).toBeGreaterThan(15)
    expect(own.filter((name) => !set.has(name))).toEqual([])
  })

  test('each field of what the request leads to is set by some draw', () => {
    const { names } = drawn(dialect)
    expect(fields.length).toBeGreaterThan(150)
    expect(fields.filter((field) => !names.has(field.split('.').at(-1) ?? ''))).toEqual([])
  })

  test('each type of thing that the request leads to is drawn', () => {
    const { types } = drawn(dialect)
    const missing = tags.filter((tag) => !types.has(tag))
    expect(missing).toEqual(Object.keys(undrawnTypes))
  })

  test('what is left out is there to be left out', () => {
    const all = sdkFields(sources, root, new Set()).fields
    expect(Object.keys(undrawn).filter((field) => !all.includes(field))).toEqual([])
  })
})

test('the SDK itself keeps the fields of Vertex AI from the Gemini API', () => {
  const code = read('@google/genai/dist/index.mjs')
  const told = (field: string) =>
    code.includes(`${field.split('.').at(-1)} parameter is only supported in Gemini Enterprise Agent Platform mode`)
  expect(ofVertex.filter((name) => !told(name))).toEqual([])
})
