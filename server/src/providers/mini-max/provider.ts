import { miniMax as vendor } from '@waystation/contract/vendors/mini-max'
import { openAICompatible } from '../openai-compatible.ts'

/** Codes of `base_resp`, which come with HTTP 200. Source: https://platform.minimax.io/docs/api-reference/errorcode, 2026. */
const statuses: Readonly<Record<string, number>> = {
  ...{ 1000: 500, 1001: 504, 1002: 429, 1004: 401, 1008: 402, 1013: 500, 1024: 500, 1033: 500, 1039: 429, 1041: 429 },
  ...{ 1026: 400, 1027: 400, 1042: 400, 2013: 400, 2049: 401, 2056: 429 },
}

/** Its newer errors have statuses and types, and end their words with the same code: an empty account is a 500 in Anthropic's dialect. */
const CODE_IN_WORDS = /\((\d{4})\)$/

export const miniMax = openAICompatible(vendor, {
  /** Without this the thinking stands in the answer, between `<think>` and `</think>`. */
  adapt: (body, { operation, dialect }) =>
    operation === 'chat' && dialect === 'openai-chat' && body.reasoning_split === undefined ? { ...body, reasoning_split: true } : body,
  /** Price lists write its models in small letters. */
  bareName: (model) => (model === model.toLowerCase() ? undefined : model.toLowerCase()),
  normalizeStatus: ({ code = '', message }) => statuses[code] ?? statuses[CODE_IN_WORDS.exec(message)?.[1] ?? ''],
})
