// The OpenAI library, Responses, without the vendor's memory: encrypted thinking goes back with the conversation. And its class for Azure.
import OpenAI, { AzureOpenAI } from 'openai'
import { answerSchema, type Client, conversationOf, parsed, picture, type Question, type ReportedAnswer, tools } from '../client.ts'

export const openaiResponses: Client = {
  name: 'openai, Responses',
  dialect: 'openai-responses',
  flavour: 'gpt-5',
  finishes: { stop: 'completed', tools: 'completed', length: 'incomplete' },
  refusal: { kind: 'BadRequestError' },
  cutError: 'APIError',
  open({ url, key }) {
    const client = new OpenAI({ apiKey: key, baseURL: `${url}/v1` })
    return (question) => conversation(client, question)
  },
}

export const azureResponses: Client = {
  ...openaiResponses,
  name: 'openai, AzureOpenAI, Responses',
  open({ url, key }) {
    const client = new AzureOpenAI({ endpoint: url, apiKey: key, apiVersion: '2025-04-01-preview' })
    return (question) => conversation(client, question)
  },
}

type Item = OpenAI.Responses.ResponseInputItem

function conversation(client: OpenAI, question: Question) {
  const history: Item[] = [{ role: 'user', content: contentOf(question) }]
  const ask = async (): Promise<ReportedAnswer> => {
    const answer = await response(client, question, history)
    history.push(...(answer.output.map(withoutParsed) as Item[]))
    const { usage } = answer
    if (!usage) throw new Error('an answer without usage')
    return {
      text: answer.output_text,
      reasoning: answer.output.flatMap((item) => (item.type === 'reasoning' ? item.summary.map(({ text }) => text) : [])).join(''),
      calls: answer.output.flatMap((item) =>
        item.type === 'function_call' ? [{ id: item.call_id, name: item.name, input: parsed(item.arguments) }] : [],
      ),
      finish: answer.status ?? '',
      usage: {
        input: usage.input_tokens,
        output: usage.output_tokens,
        cached: usage.input_tokens_details.cached_tokens,
        reasoning: usage.output_tokens_details.reasoning_tokens,
      },
    }
  }
  return conversationOf(history, ask, (results) =>
    results.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text })),
  )
}

/** The library's stream helper adds the arguments as an object, which the vendor refuses when they come back. */
function withoutParsed(item: OpenAI.Responses.ResponseOutputItem): OpenAI.Responses.ResponseOutputItem {
  if (item.type !== 'function_call') return item
  const { parsed_arguments: _, ...sent } = item as typeof item & { parsed_arguments?: unknown }
  return sent
}

function contentOf({ prompt, hasImage }: Question): OpenAI.Responses.ResponseInputMessageContentList {
  const text = { type: 'input_text' as const, text: prompt }
  return hasImage ? [{ type: 'input_image', image_url: `data:image/png;base64,${picture}`, detail: 'auto' }, text] : [text]
}

/** Streams are gathered by the library's own helper. */
async function response(client: OpenAI, question: Question, input: Item[]): Promise<OpenAI.Responses.Response> {
  const body = {
    model: question.model,
    input,
    store: false,
    ...(question.hasTools && {
      tools: tools.map(({ name, description, schema }) => ({
        type: 'function' as const,
        name,
        description,
        parameters: schema as unknown as Record<string, unknown>,
        strict: true,
      })),
    }),
    ...(question.thinks && {
      reasoning: { effort: 'low' as const, summary: 'auto' as const },
      include: ['reasoning.encrypted_content' as const],
    }),
    ...(question.hasSchema && {
      text: {
        format: {
          type: 'json_schema' as const,
          name: 'weather',
          schema: answerSchema as unknown as Record<string, unknown>,
          strict: true,
        },
      },
    }),
  }
  if (!question.isStream) return client.responses.create(body)
  const stream = client.responses.stream(body)
  return stream.finalResponse()
}
