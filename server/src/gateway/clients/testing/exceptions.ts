// Cells with another result than the rest, each with its reason: a scenario that the upstream's dialect cannot express is served as far as
// possible, and the losses are listed.
import type { Client } from './client.ts'
import type { MatrixUpstream } from './matrix-upstreams.ts'

export interface Exception {
  /** How the scenario's name begins. */
  readonly scenario: string
  readonly reason: string
  /** Of the losses in the log row, at least one must be this; absent: nothing is lost. */
  readonly lost?: RegExp
  /** The vendor's words, where it refuses what a client of its own dialect asks for, and would do so without us. */
  readonly refused?: RegExp
  /** Is there nothing to be seen here? */
  readonly isSkipped?: true
  readonly isAt: (client: Client, upstream: MatrixUpstream, scenario: string) => boolean
}

const passedOn = 'Client and vendor share the dialect, so that nothing is edited and the vendor’s refusal is passed on.'

/** Clients of OpenAI's chat whose histories have no place for other vendors' `reasoning_content`. */
const forgetsThinking = ({ dialect, name }: Client) =>
  dialect === 'openai-chat' && !['ai, @ai-sdk/openai-compatible', 'ai, @ai-sdk/deepseek'].includes(name)

/** Libraries that are made for one vendor, where they meet another. */
const madeForOne: readonly Exception[] = [
  {
    scenario: '',
    reason:
      'The library reads calls that come in one piece each, as Mistral sends them; in pieces, as all others send them, it refuses them.',
    isSkipped: true,
    isAt: ({ name }, upstream, scenario) =>
      name === '@mistralai/mistralai' && upstream.name !== 'Mistral' && ['tools', 'thinking and tools'].includes(scenario),
  },
  {
    scenario: 'image',
    reason: `The library writes pictures as Mistral alone takes them. ${passedOn}`,
    refused: /Invalid type for 'messages\[0\]\.content\[0\]\.image_url'/,
    isAt: (client, { name }) => name === 'chat' && client.name === 'ai, @ai-sdk/mistral',
  },
  {
    scenario: 'image',
    reason: 'The model reads text only; the vendor’s refusal is passed on.',
    refused: /content must be a string/,
    isAt: (_client, { name }) => name === 'Groq',
  },
  {
    scenario: 'schema',
    reason: 'The library asks for JSON without sending the schema.',
    isSkipped: true,
    isAt: ({ name }) => ['ai, @ai-sdk/deepseek', 'ai, @ai-sdk/togetherai'].includes(name),
  },
  {
    scenario: 'cached',
    reason: 'The library reads what came out of the cache in a field that DeepSeek alone sends.',
    isSkipped: true,
    isAt: ({ name }) => name === 'ai, @ai-sdk/deepseek',
  },
  {
    scenario: 'thinking and tools',
    reason:
      'The library demands a status of every thought, and OpenAI gives them none. Client and vendor share the dialect, so that nothing is edited.',
    isSkipped: true,
    isAt: (client, { name }) => name === 'Responses' && client.name === 'ai, @ai-sdk/xai',
  },
  {
    scenario: 'tools',
    reason: `The library sends calls back under ids that OpenAI does not give to items. ${passedOn}`,
    refused: /Expected an ID that begins with 'fc'/,
    isAt: (client, { name }) => name === 'Responses' && client.name === 'ai, @ai-sdk/xai',
  },
]

export const exceptions: readonly Exception[] = [
  ...madeForOne,
  {
    scenario: 'image',
    reason: 'The model reads text only; the vendor’s refusal is passed on.',
    refused: /image_url/,
    isAt: (client, { name }) => name === 'DeepSeek' && client.dialect === 'openai-chat',
  },
  {
    scenario: 'image',
    reason: 'The model reads text only: the call is refused, with the place of the picture, before it is sent.',
    refused: /does not support: turns\[0\]\.parts\[/,
    isAt: (client, { name }) => name === 'DeepSeek' && client.dialect !== 'openai-chat',
  },
  {
    scenario: 'schema',
    reason: 'The vendor knows free JSON only: the schema is put into the instructions, which the losses name.',
    lost: /^output$/,
    isAt: (client, { name }) => name === 'DeepSeek' && client.dialect !== 'openai-chat',
  },
  {
    scenario: 'schema',
    reason: `The vendor knows free JSON only. ${passedOn}`,
    refused: /This response_format type is unavailable now/,
    isAt: (client, { name }) => name === 'DeepSeek' && client.dialect === 'openai-chat',
  },
  {
    scenario: 'cut',
    reason:
      'All that comes before the cut is thinking, which the client does not see: to it the call failed before it began, and it asks again.',
    isSkipped: true,
    isAt: (client, { name }) => name === 'DeepSeek' && client.hidesThinking === true,
  },
  ...['tools', 'thinking and tools'].map((scenario) => ({
    scenario,
    reason: `The vendor wants its thinking back beside the calls, for which the client has no place. ${passedOn}`,
    refused: /`reasoning_content` in the thinking mode must be passed back/,
    isAt: (client: Client, { name }: MatrixUpstream) => name === 'DeepSeek' && forgetsThinking(client),
  })),
  {
    scenario: '',
    reason: 'The client asks for as long an answer as its own model may give; this model’s longest is sent, which the losses name.',
    lost: /^(maxOutputTokens|reasoning)/,
    isAt: (client, { model }) => model === 'gpt-4.1' && client.name === 'ai, @ai-sdk/anthropic',
  },
  {
    scenario: 'thinking and tools',
    reason: 'The model does not think: thinking is not asked for, which the losses name.',
    lost: /^reasoning/,
    isAt: (client, { model }) => model === 'gpt-4.1' && client.dialect !== 'openai-chat',
  },
  {
    scenario: 'thinking and tools',
    reason: `The model does not think, and the vendor refuses the field. ${passedOn}`,
    refused: /Unrecognized request argument supplied: reasoning_effort/,
    isAt: (client, { model }) => model === 'gpt-4.1' && client.dialect === 'openai-chat',
  },
  {
    scenario: 'thinking and tools',
    reason:
      'The model thinks, the signatures come back, and the thinking is billed, but it is not shown: Responses show a summary only to those who ask for one, and in chat nobody can.',
    isAt: (client, upstream) => upstream.dialect === 'openai-responses' && client.dialect === 'openai-chat',
  },
]

export function exceptionAt(client: Client, upstream: MatrixUpstream, scenario: string): Exception | undefined {
  return exceptions.find((one) => scenario.startsWith(one.scenario) && one.isAt(client, upstream, scenario))
}
