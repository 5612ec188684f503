// Responses of OpenAI, from its reference and the types of its SDK (openai, ResponseCreateParamsBase).
import { openaiResponses } from '../../strict/openai/index.ts'
import type { DrawnDialect } from '../draw.ts'
import { openaiHouse } from '../openai-house.ts'
import { long, unicode } from '../samples.ts'
import { plain, values } from '../variations.ts'
import { hostedItems } from './hosted.ts'
import { items } from './items.ts'
import { rare } from './rare.ts'
import { input } from './shared.ts'
import { tools } from './tools.ts'

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']
const sampling = [
  ...plain('temperature', [0, 0.7, 1, 2]),
  ...values('temperature', { null: null }),
  ...plain('top_p', [0, 0.1, 1]),
  ...plain('top_logprobs', [0, 5], { set: { include: ['message.output_text.logprobs'] } }),
  ...plain('max_output_tokens', [16, 1024, 100_000]),
  ...plain('truncation', ['auto', 'disabled']),
]

const thinking = [
  ...plain('reasoning.effort', efforts),
  ...values('reasoning.effort', { null: null }),
  ...plain('reasoning.summary', ['auto', 'concise', 'detailed']),
  ...plain('reasoning.generate_summary', ['auto']),
  ...plain('reasoning.context', ['auto', 'current_turn', 'all_turns']),
  ...plain('reasoning.mode', ['standard', 'pro']),
  ...values('reasoning', { none: {}, null: null }),
  ...plain('text.verbosity', ['low', 'medium', 'high']),
]

const instructions = values('instructions', { text: 'Be brief.', empty: '', long, 'many scripts': unicode, null: null })
const include = values('include', {
  none: [],
  'sealed thoughts': ['reasoning.encrypted_content'],
  'sources of searches': ['web_search_call.action.sources'],
  'results of searches': ['file_search_call.results', 'web_search_call.results'],
  'outputs of code': ['code_interpreter_call.outputs'],
  pictures: ['message.input_image.image_url', 'computer_call_output.output.image_url'],
  logprobs: ['message.output_text.logprobs'],
  null: null,
})

const house = [
  ...openaiHouse,
  ...plain('service_tier', ['ultrafast']),
  ...values('prompt_cache_options', {
    explicit: { mode: 'explicit', ttl: '12h' },
    prewarm: { prewarm: true },
  }),
  ...values('context_management', {
    compaction: [{ type: 'compaction' }],
    'compaction above': [{ type: 'compaction', compact_threshold: 100_000 }],
  }),
  ...values('image', { compressed: { context_compression: 'enabled' } }),
  ...values('access_programs', { cyber: { cyber: 'standard' } }),
]

const stream = [
  ...plain('stream', [true, false]),
  ...values('stream_options', { 'without obfuscation': { include_obfuscation: false }, null: null }, { set: { stream: true } }),
]

export const openaiResponsesDraws: DrawnDialect = {
  name: 'openai-responses',
  ownModels: ['gpt-5.2', 'gpt-4o', 'gpt-5', 'gpt-5.6-sol', 'computer-use-preview'],
  vendor: openaiResponses,
  path: () => '/v1/responses',
  headers: { authorization: 'Bearer key' },
  base: {},
  turns: 'input',
  parts: 'content',
  text: input,
  question: 'What are tides?',
  textAlone: true,
  variations: [...sampling, ...thinking, ...instructions, ...include, ...house, ...stream, ...items, ...hostedItems, ...tools, ...rare],
}
