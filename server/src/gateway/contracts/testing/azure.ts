// Deployments at Azure OpenAI and Microsoft Foundry. Sources: Microsoft Learn, "Azure OpenAI in Microsoft Foundry Models REST API reference"
// (the dated API 2024-10-21 and the current one, v1), "Content filtering" and "Quotas and limits"; the specification of 2024-10-21 with its
// examples in Azure's public repository of specifications; the class for Azure of OpenAI's library; Anthropic, "Claude in Microsoft
// Foundry"; all as of 2026.

import { anthropic } from './own-dialects.ts'
import { chatQuestion } from './question.ts'
import { responsesCall } from './responses.ts'
import { chatAnswer, chatStream, delta, ended, type Json, moreArguments, type Refusal, toolCall, type Vendor } from './vendor.ts'

const safe = (name: string) => [name, { filtered: false, severity: 'safe' }] as const
export const filterResults = Object.fromEntries(['hate', 'self_harm', 'sexual', 'violence'].map(safe))
const promptResults = { prompt_filter_results: [{ prompt_index: 0, content_filter_results: filterResults }] }
const usage = {
  ...{ prompt_tokens: 120, completion_tokens: 30, total_tokens: 150 },
  prompt_tokens_details: { audio_tokens: 0, cached_tokens: 100 },
  completion_tokens_details: { accepted_prediction_tokens: 0, audio_tokens: 0, reasoning_tokens: 10, rejected_prediction_tokens: 0 },
}

/** The code is the status, as text. */
export const azureError = (status: number, message: string, more: Json = {}) => ({
  status,
  body: { error: { code: `${status}`, message, ...more } },
  told: message,
})
export const deniedWords =
  'Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a ' +
  'correct regional API endpoint for your resource.'
const tooMany = (operation: string): Refusal => ({
  ...azureError(
    429,
    `Requests to the ${operation} Operation under Azure OpenAI API version 2024-10-21 have exceeded token rate limit of your current OpenAI S0 ` +
      'pricing tier. Please retry after 7 seconds. Please go here: https://aka.ms/oai/quotaincrease if you would like to further increase the ' +
      'default rate limit.',
  ),
  headers: { 'retry-after': '7', 'retry-after-ms': '6500' },
  waits: 6.5,
})
const filteredWords =
  "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry."
const filtered = {
  ...azureError(400, filteredWords, {
    ...{ param: 'prompt', code: 'content_filter', status: 400 },
    innererror: {
      code: 'ResponsibleAIPolicyViolation',
      content_filter_result: { ...filterResults, violence: { filtered: true, severity: 'high' } },
    },
  }),
}

const choice = { content_filter_results: filterResults, logprobs: null }
const chat = {
  ...{ type: 3, model: 'house-gpt-4.1', headers: (key: string) => ({ 'api-key': key }) },
  body: chatQuestion(),
  streamOnly: { stream_options: { include_usage: true } },
  whole: chatAnswer({ content: null, refusal: null, tool_calls: [toolCall('call_1')] }, usage, promptResults, {
    ...choice,
    content_filter_results: {},
  }),
  // The first event is about the prompt and has neither choices nor a model.
  stream: chatStream(
    { ...{ choices: [], created: 0, id: '', model: '', object: '' }, ...promptResults },
    delta({ role: 'assistant', content: null, refusal: null, tool_calls: [{ index: 0, ...toolCall('call_1', '') }] }, choice),
    delta(moreArguments('{"city":'), choice),
    delta(moreArguments('"Oslo"}'), choice),
    ended({}, choice),
    { choices: [], usage },
  ),
  billed: { prompt: 120, cached: 100, output: 30 },
  badKey: azureError(401, deniedWords),
  tooMany: tooMany('ChatCompletions_Create'),
  badRequest: filtered,
} satisfies Omit<Vendor, 'name' | 'path'>

/** The name of the deployment stands in the address; a dot in it is one. */
const dated: Vendor = {
  ...{ ...chat, name: 'Azure OpenAI of 2024-10-21', channel: { other: '2024-10-21' } },
  path: '/openai/deployments/house-gpt-4.1/chat/completions?api-version=2024-10-21',
}
const current: Vendor = { ...chat, name: 'Azure OpenAI', path: '/openai/v1/chat/completions' }
const responses: Vendor = {
  ...{ ...chat, ...responsesCall(), name: 'Azure OpenAI Responses', path: '/openai/v1/responses' },
  channel: { setting: JSON.stringify({ dialects: ['openai-responses'] }) },
  streamOnly: {},
}

const { unpaid: _, ...messages } = anthropic
const claude: Vendor = {
  ...{ ...messages, name: 'Claude at Foundry', type: 3, path: '/anthropic/v1/messages' },
  badKey: azureError(401, deniedWords),
}

export const azure: readonly Vendor[] = [dated, current, responses, claude]
