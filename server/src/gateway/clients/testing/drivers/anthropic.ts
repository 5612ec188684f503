// Anthropic's library.
import Anthropic from '@anthropic-ai/sdk'
import { answerSchema, type Client, conversationOf, picture, type Question, type ReportedAnswer, tools } from '../client.ts'

const MAX_TOKENS = 4096
const BUDGET_TOKENS = 1024

export const anthropic: Client = {
  name: '@anthropic-ai/sdk',
  dialect: 'anthropic-messages',
  flavour: 'claude-sonnet-4-5',
  finishes: { stop: 'end_turn', tools: 'tool_use', length: 'max_tokens' },
  refusal: { kind: 'BadRequestError' },
  cutError: 'APIError',
  open({ url, key }) {
    const client = new Anthropic({ apiKey: key, baseURL: url })
    return (question) => conversation(client, question)
  },
}

function conversation(client: Anthropic, question: Question) {
  const history: Anthropic.MessageParam[] = [{ role: 'user', content: contentOf(question) }]
  const ask = async (): Promise<ReportedAnswer> => {
    const body = bodyOf(question, history)
    const answer = question.isStream ? await client.messages.stream(body).finalMessage() : await client.messages.create(body)
    history.push({ role: 'assistant', content: answer.content })
    const { usage } = answer
    const cached = usage.cache_read_input_tokens ?? 0
    return {
      text: answer.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(''),
      reasoning: answer.content.flatMap((block) => (block.type === 'thinking' ? [block.thinking] : [])).join(''),
      calls: answer.content.flatMap((block) => (block.type === 'tool_use' ? [{ id: block.id, name: block.name, input: block.input }] : [])),
      finish: answer.stop_reason ?? '',
      usage: {
        input: usage.input_tokens + cached + (usage.cache_creation_input_tokens ?? 0),
        output: usage.output_tokens,
        cached,
        reasoning: usage.output_tokens_details?.thinking_tokens ?? 0,
      },
    }
  }
  return conversationOf<Anthropic.MessageParam>(history, ask, (results) => [
    { role: 'user', content: results.map(({ id, text }) => ({ type: 'tool_result', tool_use_id: id, content: text })) },
  ])
}

function contentOf({ prompt, hasImage }: Question): Anthropic.MessageParam['content'] {
  if (!hasImage) return prompt
  return [
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
    { type: 'text', text: prompt },
  ]
}

function bodyOf(question: Question, messages: Anthropic.MessageParam[]): Anthropic.MessageCreateParamsNonStreaming {
  return {
    model: question.model,
    max_tokens: MAX_TOKENS,
    messages,
    ...(question.hasTools && {
      tools: tools.map(({ name, description, schema }) => ({
        name,
        description,
        input_schema: schema as unknown as Anthropic.Tool.InputSchema,
      })),
    }),
    ...thinkingOf(question),
    ...(question.hasSchema && {
      output_config: { format: { type: 'json_schema', schema: answerSchema as unknown as Record<string, unknown> } },
    }),
  }
}

function thinkingOf({ thinks }: Question): Pick<Anthropic.MessageCreateParams, 'thinking' | 'output_config'> {
  if (thinks === 'by-budget') return { thinking: { type: 'enabled', budget_tokens: BUDGET_TOKENS } }
  return thinks ? { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'low' } } : {}
}
