import { DEFAULT_SPEECH_FORMAT, DEFAULT_SPEECH_VOICE } from '../sound/speech-settings.ts'
import type { Message } from './message.ts'
import { type ModelWork, workOf } from './model-work.ts'

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
  /** Absent: what the model's name says. */
  readonly work?: ModelWork
  /** Of models that speak. */
  readonly speechVoice?: string
  readonly speechFormat?: string
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

/** A text to speak. */
export interface SpeechBody {
  readonly model: string
  readonly input: string
  readonly voice: string
  readonly response_format: string
}

/** What goes with a recording that is to be written down. */
export interface TranscriptionBody {
  readonly model: string
}

/** A call: where it goes, below `/v1` or below `/pg`, and its body. */
export type ModelRequest =
  | { readonly path: 'chat/completions'; readonly body: ChatBody }
  | { readonly path: 'images/generations' | 'images/edits'; readonly body: ImageBody }
  | { readonly path: 'audio/speech'; readonly body: SpeechBody }
  | { readonly path: 'audio/transcriptions'; readonly body: TranscriptionBody; readonly file: Blob }

/** What of a message goes into a call. */
type Said = Pick<Message, 'role' | 'text' | 'images' | 'sound' | 'status'>

/** The call for the last question: what the model is for, else the conversation. */
export function requestOf(settings: ChatSettings, messages: readonly Said[]): ModelRequest {
  const { model, work = workOf(model) } = settings
  switch (work) {
    case 'image':
      return imageRequest(model, messages)
    case 'speech': {
      const { speechVoice = '', speechFormat = DEFAULT_SPEECH_FORMAT } = settings
      const input = messages.at(-1)?.text.trim() ?? ''
      return {
        path: 'audio/speech',
        body: { model, input, voice: speechVoice.trim() || DEFAULT_SPEECH_VOICE, response_format: speechFormat },
      }
    }
    case 'transcription':
      return { path: 'audio/transcriptions', body: { model }, file: messages.at(-1)?.sound ?? new Blob() }
    default:
      return { path: 'chat/completions', body: chatBody(settings, messages) }
  }
}

function imageRequest(model: string, messages: readonly Said[]): ModelRequest {
  const asked = messages.at(-1)
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
