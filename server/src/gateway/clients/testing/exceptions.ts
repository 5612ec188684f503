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
  readonly isAt: (client: Client, upstream: MatrixUpstream) => boolean
}

const passedOn = 'Client and vendor share the dialect, so that nothing is edited and the vendor’s refusal is passed on.'

/** Clients of OpenAI's chat whose histories have no place for other vendors' `reasoning_content`. */
const forgetsThinking = ({ dialect, name }: Client) => dialect === 'openai-chat' && name !== 'ai, @ai-sdk/openai-compatible'

export const exceptions: readonly Exception[] = [
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
  return exceptions.find((one) => scenario.startsWith(one.scenario) && one.isAt(client, upstream))
}
