// Google's library.
import {
  type Content,
  type GenerateContentParameters,
  type GenerateContentResponse,
  GoogleGenAI,
  type Part,
  ThinkingLevel,
} from '@google/genai'
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

export const google: Client = {
  name: '@google/genai',
  dialect: 'gemini-generate',
  flavour: 'gemini-3-pro',
  finishes: { stop: 'STOP', tools: 'STOP', length: 'MAX_TOKENS' },
  refusal: { kind: 'ApiError' },
  cutError: 'ApiError',
  open({ url, key }) {
    const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url, retryOptions: { attempts: 3 } } })
    return (question) => conversation(client, question)
  },
}

function conversation(client: GoogleGenAI, question: Question) {
  const history: Content[] = [{ role: 'user', parts: partsOf(question) }]
  const ask = async (): Promise<ReportedAnswer> => {
    const { parts, finish, usage } = await generated(client, question, history)
    history.push({ role: 'model', parts })
    const texts = (isThought: boolean) => parts.flatMap(({ text, thought }) => (text && (thought ?? false) === isThought ? [text] : []))
    return {
      text: texts(false).join(''),
      reasoning: texts(true).join(''),
      calls: parts.flatMap(({ functionCall: call }) =>
        call ? [{ id: call.id ?? '', name: call.name ?? '', input: call.args ?? {} }] : [],
      ),
      finish,
      usage: {
        input: usage?.promptTokenCount ?? 0,
        output: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
        cached: usage?.cachedContentTokenCount ?? 0,
        reasoning: usage?.thoughtsTokenCount ?? 0,
      },
    }
  }
  const responseOf = ({ id, name, text }: ToolResult) => ({ ...(id === '' ? {} : { id }), name, response: { output: text } })
  return conversationOf(history, ask, (results) => [
    { role: 'user', parts: results.map((result) => ({ functionResponse: responseOf(result) })) },
  ])
}

interface Generated {
  /** As they came, chunk after chunk: signatures stay where they were. */
  readonly parts: Part[]
  readonly finish: string
  readonly usage: GenerateContentResponse['usageMetadata']
}

async function generated(client: GoogleGenAI, question: Question, contents: Content[]): Promise<Generated> {
  const request = requestOf(question, contents)
  const chunks: GenerateContentResponse[] = []
  if (question.isStream) for await (const chunk of await client.models.generateContentStream(request)) chunks.push(chunk)
  else chunks.push(await client.models.generateContent(request))
  const candidates = chunks.flatMap((chunk) => chunk.candidates ?? [])
  return {
    parts: candidates.flatMap((candidate) => candidate.content?.parts ?? []),
    finish: candidates.findLast((candidate) => candidate.finishReason)?.finishReason ?? '',
    usage: chunks.findLast((chunk) => chunk.usageMetadata)?.usageMetadata,
  }
}

function partsOf({ prompt, hasImage }: Question): Part[] {
  return [...(hasImage ? [{ inlineData: { mimeType: 'image/png', data: picture } }] : []), { text: prompt }]
}

function requestOf(question: Question, contents: Content[]): GenerateContentParameters {
  return {
    model: question.model,
    contents,
    config: {
      ...(question.hasTools && {
        tools: [
          {
            functionDeclarations: tools.map(({ name, description, schema }) => ({ name, description, parametersJsonSchema: schema })),
          },
        ],
      }),
      ...(question.thinks ? { thinkingConfig: { includeThoughts: true, ...thinkingOf(question) } } : {}),
      ...(question.hasSchema ? { responseMimeType: 'application/json', responseJsonSchema: answerSchema } : {}),
    },
  }
}

const BUDGET_TOKENS = 1024

const thinkingOf = ({ thinks }: Question) =>
  thinks === 'by-budget' ? { thinkingBudget: BUDGET_TOKENS } : { thinkingLevel: ThinkingLevel.LOW }
