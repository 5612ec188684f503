import { traitsOf } from '@waystation/contract/models/traits'
import type { Message } from './message.ts'

/** The settings of a conversation. Zeros and empty texts leave it to the model. */
export interface ChatSettings {
  readonly model: string
  readonly group: string
  /** 0, or 0.1 to 1. */
  readonly temperature: number
  /** Output tokens; 0 for no limit of ours. */
  readonly maxTokens: number
  readonly systemPrompt: string
  readonly isStream: boolean
}

type Part = { readonly type: 'text'; readonly text: string } | { readonly type: 'image_url'; readonly image_url: { readonly url: string } }

export interface ChatBodyMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string | readonly Part[]
}

export interface ChatBody {
  readonly model: string
  readonly messages: readonly ChatBodyMessage[]
  readonly stream: boolean
  readonly temperature?: number
  readonly max_tokens?: number
}

/** A picture to make, or pictures to change. */
export interface ImageBody {
  readonly model: string
  readonly prompt: string
  readonly images?: readonly { readonly image_url: string }[]
}

/** A call: where it goes, below `/v1` or below `/pg`, and its body. */
export type ModelRequest =
  | { readonly path: 'chat/completions'; readonly body: ChatBody }
  | { readonly path: 'images/generations' | 'images/edits'; readonly body: ImageBody }

/** What of a message goes into a call. */
type Said = Pick<Message, 'role' | 'text' | 'images' | 'status'>

/** Does the model answer in pictures alone? */
export const makesImages = (model: string): boolean => traitsOf(model).work === 'image'

/** Is the model one to talk with, over a socket? */
export const talks = (model: string): boolean => traitsOf(model).likelyWork === 'realtime'

/** The call for the last question: a picture where the model makes them, else the conversation. */
export function requestOf(settings: ChatSettings, messages: readonly Said[]): ModelRequest {
  if (!makesImages(settings.model)) return { path: 'chat/completions', body: chatBody(settings, messages) }
  const asked = messages.at(-1)
  const { model } = settings
  // A question without pictures goes on with those of the answer before it.
  const pictures = asked?.images.length ? asked.images : (messages.findLast(({ role }) => role === 'assistant')?.images ?? [])
  const prompt = asked?.text.trim() ?? ''
  if (pictures.length === 0) return { path: 'images/generations', body: { model, prompt } }
  return { path: 'images/edits', body: { model, prompt, images: pictures.map((image_url) => ({ image_url })) } }
}

/** The body of a call, without settings that are left to the model. Source: specification section 7. */
export function chatBody(settings: ChatSettings, messages: readonly Said[]): ChatBody {
  const { model, temperature, maxTokens, systemPrompt, isStream } = settings
  return {
    model,
    messages: [
      ...(systemPrompt.trim() === '' ? [] : [{ role: 'system', content: systemPrompt.trim() } as const]),
      ...messages.filter(isSaid).map(said),
    ],
    stream: isStream,
    ...(temperature > 0 ? { temperature } : {}),
    ...(maxTokens > 0 ? { max_tokens: maxTokens } : {}),
  }
}

/** Failed and empty responses are not sent again, nor what was spoken and not written down. */
function isSaid(message: Said): boolean {
  if (message.role === 'user') return message.text.trim() !== '' || message.images.length > 0
  return message.text.trim() !== '' && message.status !== 'error'
}

function said({ role, text, images }: Said): ChatBodyMessage {
  // Models take pictures from the user only.
  if (role === 'assistant' || images.length === 0) return { role, content: text }
  const pictures = images.map((url) => ({ type: 'image_url', image_url: { url } }) as const)
  return { role, content: [...(text === '' ? [] : [{ type: 'text', text } as const]), ...pictures] }
}
