// Vercel's AI SDK, with each of its providers that speaks a dialect of ours.
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, type LanguageModel, type ModelMessage, Output, streamText, tool } from 'ai'
import {
  answerSchema,
  type Client,
  conversationOf,
  picture,
  type Question,
  type ReportedAnswer,
  type ToolResult,
  tools,
} from '../client.ts'

interface Place {
  readonly url: string
  readonly key: string
}
type ProviderOptions = NonNullable<Parameters<typeof generateText>[0]['providerOptions']>

/** What differs between the providers. */
interface Flavour
  extends Pick<Client, 'name' | 'dialect' | 'flavour' | 'hidesThinking' | 'hidesThinkingTokens' | 'streamUsageAt' | 'upstreams'>,
    Partial<Pick<Client, 'refusal' | 'cutError'>> {
  readonly model: (place: Place) => (name: string) => LanguageModel
  /** By effort. */
  readonly thinking: ProviderOptions
  /** By budget, where there is one. */
  readonly olderThinking?: ProviderOptions
  /** Sent with every call. */
  readonly always?: ProviderOptions
}

/** A client of the matrix from one of the library's providers. */
export function aiClient({ model, thinking, olderThinking = thinking, always = {}, ...rest }: Flavour): Client {
  return {
    finishes: { stop: 'stop', tools: 'tool-calls', length: 'length' },
    refusal: { kind: 'APICallError', status: (error) => (error as { statusCode?: unknown }).statusCode },
    cutError: 'StreamProviderError',
    ...rest,
    open(place) {
      const modelOf = model(place)
      return (question) => {
        const asked = question.thinks === 'by-budget' ? olderThinking : thinking
        return conversation(modelOf(question.model), question, { ...always, ...(question.thinks ? asked : {}) })
      }
    },
  }
}

export const aiClients: readonly Client[] = [
  aiClient({
    name: 'ai, @ai-sdk/openai chat',
    dialect: 'openai-chat',
    flavour: 'gpt-5',
    model: ({ url, key }) => createOpenAI({ baseURL: `${url}/v1`, apiKey: key }).chat,
    thinking: { openai: { reasoningEffort: 'low' } },
    hidesThinking: true,
  }),
  aiClient({
    name: 'ai, @ai-sdk/openai Responses',
    dialect: 'openai-responses',
    flavour: 'gpt-5',
    model: ({ url, key }) => createOpenAI({ baseURL: `${url}/v1`, apiKey: key }).responses,
    always: { openai: { store: false } },
    thinking: { openai: { store: false, reasoningEffort: 'low', reasoningSummary: 'auto', include: ['reasoning.encrypted_content'] } },
  }),
  // As the library is when nothing is set: what the vendor gave is named by its id.
  aiClient({
    name: 'ai, @ai-sdk/openai Responses, stored',
    dialect: 'openai-responses',
    flavour: 'gpt-5',
    model: ({ url, key }) => createOpenAI({ baseURL: `${url}/v1`, apiKey: key }).responses,
    thinking: { openai: { reasoningEffort: 'low', reasoningSummary: 'auto' } },
  }),
  aiClient({
    name: 'ai, @ai-sdk/anthropic',
    dialect: 'anthropic-messages',
    flavour: 'claude-sonnet-4-5',
    model: ({ url, key }) => createAnthropic({ baseURL: `${url}/v1`, apiKey: key }),
    thinking: { anthropic: { thinking: { type: 'adaptive', display: 'summarized' }, effort: 'low' } },
    olderThinking: { anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 } } },
  }),
  aiClient({
    name: 'ai, @ai-sdk/google',
    dialect: 'gemini-generate',
    flavour: 'gemini-3-pro',
    model: ({ url, key }) => createGoogle({ baseURL: `${url}/v1beta`, apiKey: key }),
    thinking: { google: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'low' } } },
    olderThinking: { google: { thinkingConfig: { includeThoughts: true, thinkingBudget: 1024 } } },
  }),
  aiClient({
    name: 'ai, @ai-sdk/openai-compatible',
    dialect: 'openai-chat',
    flavour: 'gpt-5',
    model: ({ url, key }) =>
      createOpenAICompatible({
        name: 'waystation',
        baseURL: `${url}/v1`,
        apiKey: key,
        includeUsage: true,
        supportsStructuredOutputs: true,
      }),
    thinking: { waystation: { reasoningEffort: 'low' } },
  }),
]

function conversation(model: LanguageModel, question: Question, providerOptions: ProviderOptions) {
  const history: ModelMessage[] = [{ role: 'user', content: contentOf(question) }]
  const ask = async (): Promise<ReportedAnswer> => {
    // The library has separate types for calls with and without tools; one function makes both here.
    const given = {
      model,
      messages: history,
      providerOptions,
      ...(question.hasTools && {
        tools: Object.fromEntries(
          tools.map(({ name, description, schema }) => [name, tool({ description, inputSchema: jsonSchema(schema as never) })]),
        ),
      }),
      ...(question.hasSchema ? { output: Output.object({ schema: jsonSchema(answerSchema as never) }) } : {}),
    } as unknown as Parameters<typeof generateText>[0] & Parameters<typeof streamText>[0]
    const answer = question.isStream ? await streamed(given) : await generateText(given)
    history.push(...answer.responseMessages)
    const { usage } = answer
    return {
      text: answer.text,
      reasoning: answer.reasoningText ?? '',
      calls: answer.toolCalls.map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: toolName, input })),
      finish: answer.finishReason,
      usage: {
        input: usage.inputTokens ?? 0,
        output: usage.outputTokens ?? 0,
        cached: usage.inputTokenDetails.cacheReadTokens ?? 0,
        reasoning: usage.outputTokenDetails.reasoningTokens ?? 0,
      },
    }
  }
  const partOf = ({ id, name, text }: ToolResult) => ({
    type: 'tool-result' as const,
    toolCallId: id,
    toolName: name,
    output: { type: 'text' as const, value: text },
  })
  return conversationOf<ModelMessage>(history, ask, (results) => [{ role: 'tool', content: results.map(partOf) }])
}

function contentOf({ prompt, hasImage }: Question): Extract<ModelMessage, { role: 'user' }>['content'] {
  if (!hasImage) return prompt
  return [
    { type: 'file', mediaType: 'image/png', data: picture },
    { type: 'text', text: prompt },
  ]
}

/** The library reports an error of a stream through a callback; it is thrown here, as it is for whole answers. */
async function streamed(given: Parameters<typeof streamText>[0]) {
  let failure: unknown
  const result = streamText({
    ...given,
    onError({ error }) {
      failure = error
    },
  })
  for await (const part of result.fullStream) if (part.type === 'error') failure = part.error
  if (failure !== undefined) throw failure
  return {
    text: await result.text,
    reasoningText: await result.reasoningText,
    toolCalls: await result.toolCalls,
    finishReason: await result.finishReason,
    usage: await result.usage,
    responseMessages: await result.responseMessages,
  }
}
