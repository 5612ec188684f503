// Mistral's library. It reads what Mistral sends: calls in one piece each, and thinking among the parts of the content.
import { Mistral } from '@mistralai/mistralai'
import type {
  AssistantMessage,
  ChatCompletionRequest,
  ChatCompletionResponse,
  ToolCall,
  UsageInfo,
} from '@mistralai/mistralai/models/components'
import { answerSchema, type Client, conversationOf, parsed, picture, type Question, type ReportedAnswer, tools } from '../client.ts'

export const mistral: Client = {
  name: '@mistralai/mistralai',
  dialect: 'openai-chat',
  flavour: 'gpt-5',
  finishes: { stop: 'stop', tools: 'tool_calls', length: 'length' },
  refusal: { kind: 'SDKError', status: (error) => (error as { statusCode?: unknown }).statusCode },
  cutError: 'ZodError',
  hidesThinking: true,
  upstreams: ['chat', 'Responses', 'Messages', 'Gemini', 'Mistral'],
  streamUsageAt: ['Mistral'],
  open({ url, key }) {
    const client = new Mistral({
      ...{ apiKey: key, serverURL: url },
      // The library does not retry unless it is configured to.
      retryConfig: { strategy: 'backoff', backoff: { initialInterval: 10, maxInterval: 2000, exponent: 1.5, maxElapsedTime: 10_000 } },
    })
    return (question) => conversation(client, question)
  },
}

type Messages = ChatCompletionRequest['messages']

function conversation(client: Mistral, question: Question) {
  const history: Messages = [{ role: 'user', content: contentOf(question) }]
  const ask = async (): Promise<ReportedAnswer> => {
    const { message, finish, usage } = await completion(client, question, history)
    const calls = message.toolCalls ?? []
    history.push({ role: 'assistant', content: message.content ?? '', ...(calls.length > 0 ? { toolCalls: calls } : {}) })
    return {
      text: textOf(message.content),
      reasoning: '',
      calls: calls.map(({ id = '', function: { name, arguments: input } }) => ({
        ...{ id, name, input: typeof input === 'string' ? parsed(input) : input },
      })),
      finish,
      usage: usageOf(usage),
    }
  }
  return conversationOf(history, ask, (results) =>
    results.map(({ id, name, text }) => ({ role: 'tool', toolCallId: id, name, content: text })),
  )
}

function contentOf({ prompt, hasImage }: Question) {
  if (!hasImage) return prompt
  return [
    { type: 'image_url' as const, imageUrl: { url: `data:image/png;base64,${picture}` } },
    { type: 'text' as const, text: prompt },
  ]
}

interface Completion {
  readonly message: Pick<AssistantMessage, 'content' | 'toolCalls'>
  readonly finish: string
  readonly usage: UsageInfo | undefined
}

async function completion(client: Mistral, question: Question, messages: Messages): Promise<Completion> {
  const request: ChatCompletionRequest = {
    model: question.model,
    messages,
    ...(question.hasTools && {
      tools: tools.map(({ name, description, schema }) => ({ type: 'function', function: { name, description, parameters: schema } })),
    }),
    ...(question.hasSchema && {
      responseFormat: { type: 'json_schema', jsonSchema: { name: 'weather', schemaDefinition: answerSchema, strict: true } },
    }),
    ...(question.thinks ? { reasoningEffort: 'high' } : {}),
  }
  return question.isStream ? streamed(client, request) : whole(await client.chat.complete(request))
}

function whole({ choices: [choice], usage }: ChatCompletionResponse): Completion {
  if (!choice?.message) throw new Error('an answer without a choice')
  return { message: choice.message, finish: choice.finishReason, usage }
}

async function streamed(client: Mistral, request: ChatCompletionRequest): Promise<Completion> {
  let text = ''
  let finish = ''
  let usage: UsageInfo | undefined
  const toolCalls: ToolCall[] = []
  for await (const { data } of await client.chat.stream(request)) {
    usage = data.usage ?? usage
    for (const { delta, finishReason } of data.choices) {
      text += textOf(delta.content)
      toolCalls.push(...(delta.toolCalls ?? []))
      finish = finishReason ?? finish
    }
  }
  return { message: { content: text, toolCalls }, finish, usage }
}

function textOf(content: AssistantMessage['content']): string {
  if (typeof content === 'string') return content
  return (content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/** What its own type lacks comes along as it was sent. */
function usageOf(usage: UsageInfo | undefined): ReportedAnswer['usage'] {
  const details = usage as { prompt_tokens_details?: { cached_tokens?: number }; completion_tokens_details?: { reasoning_tokens?: number } }
  return {
    input: usage?.promptTokens ?? 0,
    output: usage?.completionTokens ?? 0,
    cached: details?.prompt_tokens_details?.cached_tokens ?? 0,
    reasoning: details?.completion_tokens_details?.reasoning_tokens ?? 0,
  }
}
