// Replies and streams of Google's dialect, written by hand: together they use every feature that the recordings do not show.
import type { JsonObject } from '../src/encoding/json.ts'

const usage = {
  promptTokenCount: 100,
  cachedContentTokenCount: 20,
  toolUsePromptTokenCount: 7,
  candidatesTokenCount: 30,
  thoughtsTokenCount: 5,
  totalTokenCount: 142,
  promptTokensDetails: [
    { modality: 'TEXT', tokenCount: 60 },
    { modality: 'AUDIO', tokenCount: 40 },
  ],
  cacheTokensDetails: [{ modality: 'AUDIO', tokenCount: 10 }],
  candidatesTokensDetails: [
    { modality: 'TEXT', tokenCount: 20 },
    { modality: 'AUDIO', tokenCount: 10 },
  ],
  trafficType: 'ON_DEMAND',
}
const head = { modelVersion: 'gemini-3-pro', responseId: 'r1', createTime: '2026-05-04T20:01:02.264968Z' }
const ratings = [{ category: 'HARM_CATEGORY_HARASSMENT', probability: 'NEGLIGIBLE', blocked: false }]
const grounding = {
  webSearchQueries: ['weather'],
  searchEntryPoint: { renderedContent: '<div/>' },
  groundingChunks: [
    { web: { uri: 'https://a.example', title: 'a', domain: 'a.example' } },
    { retrievedContext: { title: 'b', text: 'words' } },
  ],
  groundingSupports: [
    { segment: { startIndex: 0, endIndex: 6, text: 'grüß' }, groundingChunkIndices: [0, 1], confidenceScores: [0.9, 0.8] },
    { segment: { startIndex: 7, endIndex: 12, text: 'dich' }, groundingChunkIndices: [0] },
  ],
}
const logprobsResult = {
  chosenCandidates: [{ token: 'gr', tokenId: 1, logProbability: -0.1 }],
  topCandidates: [
    {
      candidates: [
        { token: 'gr', tokenId: 1, logProbability: -0.1 },
        { token: 'x', tokenId: 2, logProbability: -3 },
      ],
    },
  ],
  logProbabilitySum: -0.1,
}
const call = { functionCall: { id: 'c1', name: 'weather', args: { place: 'Paris' } } }
const image = { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' }, thoughtSignature: 'c2ln' }

export const geminiReplies: Readonly<Record<string, JsonObject>> = {
  'everything in one': {
    candidates: [
      {
        content: {
          parts: [
            { text: 'Let me think.', thought: true },
            { text: 'grüß ' },
            { text: 'dich', thoughtSignature: 'c2ln' },
            { executableCode: { language: 'PYTHON', code: '1' } },
            { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
            image,
            call,
            { functionCall: { name: 'weather' } },
            { text: '' },
          ],
          role: 'model',
        },
        finishReason: 'STOP',
        index: 0,
        finishMessage: 'Model generated function call(s).',
        safetyRatings: ratings,
        groundingMetadata: grounding,
        citationMetadata: { citationSources: [{ startIndex: 0, endIndex: 6, uri: 'https://b.example', license: 'mit' }] },
        urlContextMetadata: { urlMetadata: [{ retrievedUrl: 'https://a.example', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' }] },
        avgLogprobs: -0.5,
        logprobsResult,
        tokenCount: 30,
      },
      { content: { parts: [{ text: 'b' }], role: 'model' }, finishReason: 'MAX_TOKENS', index: 1 },
    ],
    promptFeedback: { safetyRatings: ratings },
    usageMetadata: usage,
    ...head,
  },
  'a refused question': {
    promptFeedback: { blockReason: 'PROHIBITED_CONTENT', blockReasonMessage: 'no', safetyRatings: ratings },
    usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 },
    modelVersion: 'gemini-3-pro',
  },
  'a filtered answer': {
    candidates: [{ finishReason: 'SAFETY', index: 0, safetyRatings: ratings }],
    usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 },
    ...head,
  },
  'an answer without parts': {
    candidates: [{ content: { role: 'model' }, finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'Malformed function call: x(' }],
    usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 },
    ...head,
  },
  'no role and no reason': { candidates: [{ content: { parts: [{ text: 'a' }] } }], responseId: 'r' },
  'no candidates': { candidates: [], usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 }, ...head },
  'usage only': { usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 }, ...head },
}

const frame = (candidate: JsonObject, more: JsonObject = {}): JsonObject => ({ candidates: [{ index: 0, ...candidate }], ...head, ...more })
const partsFrame = (...parts: JsonObject[]): JsonObject => frame({ content: { parts, role: 'model' } })

export const geminiStreams: Readonly<Record<string, readonly JsonObject[]>> = {
  'thoughts, text and calls': [
    partsFrame({ text: 'Let me', thought: true }),
    partsFrame({ text: ' think.', thought: true }),
    partsFrame({ text: 'grüß ' }),
    frame({ content: { parts: [{ text: 'dich' }], role: 'model' }, logprobsResult, safetyRatings: ratings }),
    partsFrame({ text: '', thoughtSignature: 'c2ln' }),
    partsFrame({ ...call, thoughtSignature: 'c2ln' }, { functionCall: { name: 'weather' } }),
    frame(
      { content: { parts: [{ text: '' }], role: 'model' }, finishReason: 'STOP', finishMessage: 'Model generated function call(s).' },
      { usageMetadata: usage },
    ),
  ],
  'grounded text': [
    partsFrame({ text: 'grüß' }),
    partsFrame({ text: ' dich' }),
    frame({ finishReason: 'STOP', groundingMetadata: grounding }, { usageMetadata: usage, promptFeedback: { safetyRatings: ratings } }),
  ],
  'two candidates': [
    {
      candidates: [
        { content: { parts: [{ text: 'a' }], role: 'model' }, index: 0 },
        { content: { parts: [{ text: 'b' }] }, index: 1 },
      ],
      ...head,
    },
    { candidates: [{ content: { parts: [{ text: 'a' }], role: 'model' }, finishReason: 'STOP', index: 0 }], ...head },
    { candidates: [{ finishReason: 'MAX_TOKENS', index: 1, avgLogprobs: -1 }], ...head, usageMetadata: usage },
  ],
  'images, code and what nobody knows': [
    partsFrame({ text: 'See:' }, image, { inlineData: { mimeType: 'image/png', data: 'AAAA' }, thought: true }),
    partsFrame({ executableCode: { language: 'PYTHON', code: '1' } }, { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } }),
    partsFrame({ newThing: { a: 1 } }, { text: 'done', thoughtSignature: 'c2ln' }),
    frame({ finishReason: 'NO_IMAGE' }, { usageMetadata: usage }),
  ],
  'a refused question': [
    {
      promptFeedback: { blockReason: 'SAFETY', safetyRatings: ratings },
      usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 },
      ...head,
    },
  ],
  'a call in pieces that nothing ends': [
    partsFrame({ functionCall: { name: 'write', id: 'c9', willContinue: true }, thoughtSignature: 'c2ln' }),
    partsFrame({
      functionCall: {
        partialArgs: [
          { jsonPath: "$.a['b c'][0]", boolValue: true },
          { jsonPath: '$.n', nullValue: 'NULL_VALUE' },
        ],
        willContinue: true,
      },
    }),
    partsFrame({ functionCall: { partialArgs: [{ jsonPath: '$.s', stringValue: 'x', willContinue: true }], willContinue: true } }),
    partsFrame({ functionCall: { partialArgs: [{ jsonPath: '$.s', stringValue: 'y' }], willContinue: true } }),
    frame({ content: { parts: [{ text: '' }], role: 'model' }, finishReason: 'STOP' }, { usageMetadata: usage }),
  ],
  'a failure': [partsFrame({ text: 'a' }), { error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } }],
}
