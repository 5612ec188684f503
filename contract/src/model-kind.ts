// What the models of the large makers are called for, by the names that the makers gave them. Of any other name nothing is known: it counts
// as a chat model, so that no name that an operator made up is ever taken off a list (docs/decisions/0025).
import { channelType } from './channel-type.ts'
import type { Operation } from './vendors/vendor.ts'

interface Kind {
  /** In lower case, without the maker that resellers write in front. */
  readonly names: RegExp
  /** Of these operations a vendor must have one, or a model of the kind cannot be called there. Empty: no endpoint serves the kind yet. */
  readonly operations: readonly Operation[]
}

const kinds: readonly Kind[] = [
  // Sound
  { names: /^(whisper-|gpt-4o-(mini-)?transcribe|gpt-transcribe|sensevoice|telespeech)/, operations: ['transcription', 'translation'] },
  { names: /^(tts-1|gpt-4o-mini-tts|cosyvoice|fish-speech-)/, operations: ['speech'] },
  { names: /^(gpt-(4o-)?(mini-)?realtime(-|$)|gemini-live-|gemini-\d[\w.-]*-(live|native-audio)|lyria-|suno_)/, operations: [] },
  // Vectors and rankings
  {
    names:
      /^(text-embedding-|gemini-embedding-|embed-(v\d|english|multilingual)|voyage-|mistral-embed|codestral-embed|jina-(embeddings|clip|code)-|m3e-|bge-(m3|large|base|small|en|zh))/,
    operations: ['embeddings', 'embed-content'],
  },
  {
    names: /^(rerank-(v?\d|english|multilingual)|bge-reranker-|bce-reranker-|jina-(reranker|colbert)-|gte-rerank|qwen3-(vl-)?rerank)/,
    operations: ['rerank'],
  },
  // Verdicts, read pages
  { names: /^((omni|text)-moderation-|mistral-ocr-)/, operations: [] },
  // Pictures and films
  { names: /^(dall-e-\d|(chat)?gpt-image-|imagen-\d|grok-2-image|grok-imagine-|cogview-\d|mj_|swap_face$)/, operations: [] },
  { names: /^(flux[.-]1|stable-diffusion-|kolors$|qwen-image|wanx|doubao-seed(ream|ance)-)/, operations: [] },
  { names: /^(sora-\d|veo-\d|cogvideox|kling-v\d|wan\d[\d.]*-(t2v|i2v))/, operations: [] },
]

/** Is there an endpoint by which a channel of this type serves a model of this name? No, for what is made for one that is not built. */
export function isCallable(type: number, model: string): boolean {
  const operations = channelType(type)?.operations ?? []
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  const kind = kinds.find(({ names }) => names.test(name))
  return kind === undefined ? operations.includes('chat') : kind.operations.some((operation) => operations.includes(operation))
}
