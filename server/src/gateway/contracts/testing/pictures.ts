// Pictures at Azure's deployments. Source: Microsoft Learn, "How to use Azure OpenAI image generation models" and "Azure OpenAI REST API
// preview reference", 2026.
import { azureError, deniedWords, filterResults } from './azure.ts'
import { type Service, waiting } from './service.ts'

const request = { prompt: 'A red cat', n: 1, size: '1024x1024', quality: 'low' }
const usage = { input_tokens: 10, output_tokens: 272, total_tokens: 282, input_tokens_details: { text_tokens: 10, image_tokens: 0 } }
const picture = {
  created: 1_790_000_000,
  data: [{ b64_json: 'iVBORw0KGgo=', content_filter_results: filterResults, prompt_filter_results: filterResults }],
  ...{ background: 'opaque', output_format: 'png', quality: 'low', size: '1024x1024', usage },
}
const filteredWords = 'Your request was rejected as a result of our safety system.'

const current: Service = {
  ...{ name: 'Azure OpenAI', type: 3, model: 'house-pictures', path: '/openai/v1/images/generations' },
  headers: (key) => ({ 'api-key': key }),
  ask: { path: '/v1/images/generations', body: request },
  bodies: [{ model: 'house-pictures', ...request }],
  ...{ answers: [{ body: picture }], told: picture, cost: 10 + 272 * 3 },
  badKey: azureError(401, deniedWords),
  tooMany: waiting(azureError(429, 'Requests to the ImageGenerations_Create Operation have exceeded call rate limit.')),
  badRequest: azureError(400, filteredWords, {
    ...{ code: 'contentFilter' },
    inner_error: { code: 'ResponsibleAIPolicyViolation', content_filter_results: { jailbreak: { detected: false, filtered: false } } },
  }),
}
const dated: Service = {
  ...{ ...current, name: 'Azure OpenAI of 2025-04-01', channel: { other: '2025-04-01-preview' } },
  path: '/openai/deployments/house-pictures/images/generations?api-version=2025-04-01-preview',
}

export const pictures: readonly Service[] = [current, dated]
