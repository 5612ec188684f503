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

/** What of a message goes into a call. */
type Said = Pick<Message, 'role' | 'text' | 'images' | 'status'>

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

/** Failed and empty responses are not sent again. */
function isSaid(message: Said): boolean {
  return message.role === 'user' || (message.text.trim() !== '' && message.status !== 'error')
}

function said({ role, text, images }: Said): ChatBodyMessage {
  // Models take pictures from the user only.
  if (role === 'assistant' || images.length === 0) return { role, content: text }
  const pictures = images.map((url) => ({ type: 'image_url', image_url: { url } }) as const)
  return { role, content: [...(text === '' ? [] : [{ type: 'text', text } as const]), ...pictures] }
}
