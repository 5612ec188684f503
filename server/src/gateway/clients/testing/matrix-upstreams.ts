// The upstreams of the matrix: strict vendors, each with a model of its newest family and with one of an older family, which takes other
// forms of the same request.
import type { Client } from './client.ts'
import type { Upstream } from './upstreams.ts'

export interface MatrixUpstream extends Upstream {
  /** Families differ in what they take, so that an older one goes through the scenarios that differ by this only. */
  readonly isOlder?: true
  /** What its scenarios are asked with besides their own markers. */
  readonly markers?: string
}

const only = (dialect: string) => JSON.stringify({ dialects: [dialect] })

const newest = [
  // The newest model that takes tools in chat while it thinks.
  { name: 'chat', dialect: 'openai-chat', model: 'gpt-5.2', channel: { type: 1, setting: only('openai-chat') } },
  { name: 'Responses', dialect: 'openai-responses', model: 'gpt-6-sol', channel: { type: 1, setting: only('openai-responses') } },
  { name: 'Messages', dialect: 'anthropic-messages', model: 'claude-opus-5-5', channel: { type: 14 } },
  { name: 'Gemini', dialect: 'gemini-generate', model: 'gemini-3.8-flash', channel: { type: 24 } },
] as const satisfies readonly MatrixUpstream[]

const older = (['gpt-4.1', 'gpt-5', 'claude-sonnet-4-5', 'gemini-2.5-flash'] as const).map((model, at) => ({
  ...(newest[at] as (typeof newest)[number]),
  name: `older ${newest[at]?.name}`,
  model,
  isOlder: true as const,
}))

/** DeepSeek has an address for each of two dialects, and its channels speak both. */
const deepseek: readonly MatrixUpstream[] = (
  [
    { name: 'DeepSeek', dialect: 'openai-chat' },
    { name: 'DeepSeek Messages', dialect: 'anthropic-messages' },
  ] as const
).map(({ name, dialect }) => ({
  ...{ name, dialect, model: 'deepseek-v4-pro', below: '/deepseek' },
  channel: { type: 43, setting: only(dialect) },
}))

/** Vendors whose own libraries are tried at them. Mistral reports the usage of a stream in its last chunk, whether it is asked or not, and
 * sends each call in one piece. */
const own: readonly MatrixUpstream[] = [
  {
    ...{ name: 'Mistral', dialect: 'openai-chat', model: 'mistral-medium-latest', below: '/mistral', channel: { type: 42 } },
    markers: '#usage:with-finish #calls:whole',
  },
  {
    ...{ name: 'Groq', dialect: 'openai-chat', model: 'openai/gpt-oss-120b', below: '/groq/openai' },
    channel: { type: 1001, setting: only('openai-chat') },
  },
]

/** The upstreams of which every client is tried at each. */
export const matrixUpstreams: readonly MatrixUpstream[] = [...newest, ...deepseek, ...older]
const all: readonly MatrixUpstream[] = [...matrixUpstreams, ...own]

/** The upstreams that a client is tried at. */
export function upstreamsOf({ upstreams }: Pick<Client, 'upstreams'>): readonly MatrixUpstream[] {
  return upstreams === undefined ? matrixUpstreams : all.filter(({ name }) => upstreams.includes(name))
}
