// The OpenAI library, chat completions; and its class for Azure, which calls deployments by their names in the address.
import OpenAI, { AzureOpenAI } from 'openai'
import { answerSchema, type Client, conversationOf, parsed, picture, type Question, type ReportedAnswer, tools } from '../client.ts'

export const openaiChat: Client = {
  name: 'openai, chat',
  dialect: 'openai-chat',
  flavour: 'gpt-5',
  finishes: { stop: 'stop', tools: 'tool_calls', length: 'length' },
  refusal: { kind: 'BadRequestError' },
  cutError: 'APIError',
  open({ url, key }) {
    const client = new OpenAI({ apiKey: key, baseURL: `${url}/v1` })
    return (question) => conversation(client, question)
  },
}

export const azureChat: Client = {
  ...openaiChat,
  name: 'openai, AzureOpenAI, chat',
  open({ url, key }) {
    const client = new AzureOpenAI({ endpoint: url, apiKey: key, apiVersion: '2024-10-21' })
    return (question) => conversation(client, question)
  },
}

type Message = OpenAI.ChatCompletionMessageParam

function conversation(client: OpenAI, question: Question) {
  const history: Message[] = [{ role: 'user', content: contentOf(question) }]
  const ask = async (): Promise<ReportedAnswer> => {
    const answer = await completion(client, question, history)
    const [choice] = answer.choices
    if (!choice || !answer.usage) throw new Error('an answer without a choice or usage')
    const { message, finish_reason } = choice
    const calls = (message.tool_calls ?? []).filter((call) => call.type === 'function')
    history.push({ role: 'assistant', content: message.content, ...(calls.length > 0 ? { tool_calls: calls } : {}) })
    return {
      text: message.content ?? '',
      reasoning: (message as { reasoning_content?: string }).reasoning_content ?? '',
      calls: calls.map(({ id, function: { name, arguments: text } }) => ({ id, name, input: parsed(text) })),
      finish: finish_reason,
      usage: usageOf(answer.usage),
    }
  }
  return conversationOf(history, ask, (results) => results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text })))
}

function contentOf({ prompt, hasImage }: Question): OpenAI.ChatCompletionUserMessageParam['content'] {
  if (!hasImage) return prompt
  return [
    { type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } },
    { type: 'text', text: prompt },
  ]
}

/** The tools and the form of the answer. */
export const fieldsOf = ({ hasTools, hasSchema }: Question) => ({
  ...(hasTools && {
    tools: tools.map(({ name, description, schema }) => ({
      type: 'function' as const,
      function: { name, description, parameters: schema },
    })),
  }),
  ...(hasSchema && {
    response_format: { type: 'json_schema' as const, json_schema: { name: 'weather', schema: answerSchema, strict: true } },
  }),
})

/** Streams are gathered by the library's own helper. */
async function completion(client: OpenAI, question: Question, messages: Message[]): Promise<OpenAI.ChatCompletion> {
  const body = {
    model: question.model,
    messages,
    ...fieldsOf(question),
    ...(question.thinks ? { reasoning_effort: 'low' as const } : {}),
  } satisfies OpenAI.ChatCompletionCreateParams
  // The schema is frozen in our types, and not in the library's.
  if (!question.isStream) return client.chat.completions.create(body as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming)
  const stream = client.chat.completions.stream({ ...body, stream: true, stream_options: { include_usage: true } } as unknown as Parameters<
    typeof client.chat.completions.stream
  >[0])
  let reasoning_content = ''
  for await (const chunk of stream)
    reasoning_content += (chunk.choices[0]?.delta as { reasoning_content?: string } | undefined)?.reasoning_content ?? ''
  const whole = await stream.finalChatCompletion()
  const [choice] = whole.choices
  if (choice) Object.assign(choice.message, { reasoning_content })
  return whole
}

function usageOf(usage: OpenAI.CompletionUsage): ReportedAnswer['usage'] {
  return {
    input: usage.prompt_tokens,
    output: usage.completion_tokens,
    cached: usage.prompt_tokens_details?.cached_tokens ?? 0,
    reasoning: usage.completion_tokens_details?.reasoning_tokens ?? 0,
  }
}
