// LangChain's OpenAI package, with both of its APIs.
import {
  type AIMessage,
  type AIMessageChunk,
  type BaseMessage,
  HumanMessage,
  ToolMessage,
  type UsageMetadata,
} from '@langchain/core/messages'
import { ChatOpenAI } from '@langchain/openai'
import { type Client, conversationOf, picture, type Question, type ReportedAnswer } from '../client.ts'
import { fieldsOf } from './openai-chat.ts'

export const langchainClients: readonly Client[] = [
  {
    name: '@langchain/openai, chat',
    dialect: 'openai-chat',
    flavour: 'gpt-5',
    finishes: { stop: 'stop', tools: 'tool_calls', length: 'length' },
    refusal: { kind: 'BadRequestError' },
    cutError: 'APIError',
    open: (place) => (question) => conversation(place, question, false),
  },
  {
    name: '@langchain/openai, Responses',
    dialect: 'openai-responses',
    flavour: 'gpt-5',
    finishes: { stop: 'completed', tools: 'completed', length: 'incomplete' },
    refusal: { kind: 'BadRequestError' },
    cutError: 'APIError',
    open: (place) => (question) => conversation(place, question, true),
  },
]

function conversation({ url, key }: { url: string; key: string }, question: Question, usesResponses: boolean) {
  const model = new ChatOpenAI({
    model: question.model,
    apiKey: key,
    configuration: { baseURL: `${url}/v1` },
    useResponsesApi: usesResponses,
    streaming: question.isStream,
    streamUsage: true,
    ...(usesResponses ? { zdrEnabled: true } : {}),
    ...(question.thinks ? { reasoning: { effort: 'low', ...(usesResponses ? { summary: 'auto' as const } : {}) } } : {}),
  })
  const bound = model.withConfig({
    ...(usesResponses && question.thinks ? { include: ['reasoning.encrypted_content'] } : {}),
    ...fieldsOf(question),
  } as unknown as Parameters<typeof model.withConfig>[0])
  const history: BaseMessage[] = [new HumanMessage({ content: contentOf(question) })]
  const ask = async (): Promise<ReportedAnswer> => {
    const answer: AIMessage | AIMessageChunk = question.isStream ? await gathered(await bound.stream(history)) : await bound.invoke(history)
    history.push(answer)
    const { response_metadata: metadata } = answer
    const usage = answer.usage_metadata as UsageMetadata | undefined
    return {
      text: answer.text,
      reasoning: reasoningOf(answer),
      calls: (answer.tool_calls ?? []).map(({ id, name, args }) => ({ id: id ?? '', name, input: args })),
      finish: String(metadata.finish_reason ?? metadata.status),
      usage: {
        input: usage?.input_tokens ?? 0,
        output: usage?.output_tokens ?? 0,
        cached: usage?.input_token_details?.cache_read ?? 0,
        reasoning: usage?.output_token_details?.reasoning ?? 0,
      },
    }
  }
  return conversationOf(history, ask, (results) =>
    results.map(({ id, name, text }) => new ToolMessage({ tool_call_id: id, name, content: text })),
  )
}

function contentOf({ prompt, hasImage }: Question) {
  const text = { type: 'text' as const, text: prompt }
  return hasImage ? [{ type: 'image_url' as const, image_url: { url: `data:image/png;base64,${picture}` } }, text] : [text]
}

async function gathered(stream: AsyncIterable<AIMessageChunk>): Promise<AIMessageChunk> {
  let whole: AIMessageChunk | undefined
  for await (const chunk of stream) whole = whole ? whole.concat(chunk) : chunk
  if (!whole) throw new Error('an empty stream')
  return whole
}

/** Whole answers of Responses show it among their parts, where chat and streams have fields of their own for it. */
function reasoningOf({ content, additional_kwargs: extra }: AIMessage | AIMessageChunk): string {
  const { reasoning_content: text, reasoning } = extra as { reasoning_content?: string; reasoning?: { summary?: { text?: string }[] } }
  const parts = Array.isArray(content) ? (content as { type?: string; reasoning?: unknown }[]) : []
  const shown = parts.flatMap((part) => (part.type === 'reasoning' && typeof part.reasoning === 'string' ? [part.reasoning] : [])).join('')
  return text ?? (shown || (reasoning?.summary ?? []).map((part) => part.text ?? '').join(''))
}
