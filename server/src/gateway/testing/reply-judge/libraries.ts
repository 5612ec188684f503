// The vendors' own libraries and Vercel's AI SDK, which read a reply that a function of ours hands to them in place of the network.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import OpenAI from 'openai'

interface LibraryReply {
  readonly isStream: boolean
  readonly text: string
}

export interface Library {
  readonly name: string
  /** Set where the library does not know all of its dialect: is this a text that it takes? */
  takes?(text: string): boolean
  /** The error that the library reports to its caller; undefined where it takes the reply. */
  read(reply: LibraryReply): Promise<string | undefined>
}

const current = new AsyncLocalStorage<LibraryReply>()

const answer = async (): Promise<Response> => {
  const reply = current.getStore()
  if (reply === undefined) throw new Error('a library made a call of its own')
  return new Response(reply.text, { headers: { 'content-type': reply.isStream ? 'text/event-stream' : 'application/json' } })
}

const place = { baseURL: 'http://judge.invalid/v1', apiKey: 'key', fetch: answer }
const openai = new OpenAI({ ...place, maxRetries: 0 })
const anthropic = new Anthropic({ ...place, baseURL: 'http://judge.invalid', maxRetries: 0 })
const google = new GoogleGenAI({ apiKey: 'key', httpOptions: { baseUrl: 'http://judge.invalid', fetch: answer } })
const question = { role: 'user' as const, content: 'Hi' }

type AiModel = ReturnType<ReturnType<typeof createOpenAI>['chat']>

/** A library whose calls throw what they find wrong. */
function library(name: string, whole: () => Promise<unknown>, stream: () => Promise<unknown>): Library {
  return {
    name,
    read: (reply) => current.run(reply, () => thrownBy(reply.isStream ? stream : whole)),
  }
}

async function thrownBy(run: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    return wordsOf(error)
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`.slice(0, 2000)
  return typeof error === 'string' ? error : JSON.stringify(error)
}

function aiLibrary(name: string, model: Pick<AiModel, 'doGenerate' | 'doStream'>): Library {
  const options = { prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }] }
  return library(
    name,
    async () => model.doGenerate(options),
    async () => {
      const { stream } = await model.doStream(options)
      let isFinished = false
      for await (const part of stream) {
        if (part.type === 'error') throw part.error
        if (part.type === 'finish') isFinished = true
      }
      if (!isFinished) throw new Error('the stream has no finish')
    },
  )
}

const ai = {
  chat: aiLibrary('@ai-sdk/openai chat', createOpenAI(place).chat('gpt-5')),
  responses: aiLibrary('@ai-sdk/openai responses', createOpenAI(place).responses('gpt-5')),
  anthropic: aiLibrary('@ai-sdk/anthropic', createAnthropic(place)('claude-sonnet-4-5')),
  google: aiLibrary('@ai-sdk/google', createGoogle({ ...place, baseURL: 'http://judge.invalid/v1beta' })('gemini-3-pro')),
}

const googleQuestion = { model: 'gemini-3-pro', contents: 'Hi' }
const anthropicQuestion = { model: 'claude-sonnet-4-5', max_tokens: 1024, messages: [question] }

export const libraries: Readonly<Record<ClientDialectName, readonly Library[]>> = {
  'openai-chat': [
    library(
      'openai chat',
      () => openai.chat.completions.create({ model: 'gpt-5', messages: [question] }),
      () => openai.chat.completions.stream({ model: 'gpt-5', messages: [question] }).finalChatCompletion(),
    ),
    // The AI SDK knows no custom tools in chat.
    { ...ai.chat, takes: (text) => !text.includes('"type":"custom"') },
  ],
  'openai-responses': [
    library(
      'openai responses',
      () => openai.responses.create({ model: 'gpt-5', input: 'Hi' }),
      () => openai.responses.stream({ model: 'gpt-5', input: 'Hi' }).finalResponse(),
    ),
    ai.responses,
  ],
  'anthropic-messages': [
    library(
      '@anthropic-ai/sdk',
      () => anthropic.messages.create(anthropicQuestion),
      () => anthropic.messages.stream(anthropicQuestion).finalMessage(),
    ),
    ai.anthropic,
  ],
  'gemini-generate': [
    library(
      '@google/genai',
      () => google.models.generateContent(googleQuestion),
      async () => {
        for await (const chunk of await google.models.generateContentStream(googleQuestion)) void chunk
      },
    ),
    ai.google,
  ],
}
