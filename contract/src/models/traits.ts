// What a model is, as far as that decides how it is called, offered, held for and shown. Names are all that is known of most models: the
// patterns over names are here and nowhere else. What a vendor accepts for a model stands in the rules of wire, by vendor and with dates.

import type { StatedTraits, Thinking, Work } from './stated-traits.ts'

export interface ModelTraits {
  /** What it is called for, by the name that its maker gave it. Undefined: nothing is known of the name. It counts as a chat model, so that no name of an operator's own is ever taken off a list. */
  readonly work: Work | undefined
  /** The same by the words in the name, of any maker's. A guess, for choosing a model to try and what to try it with. */
  readonly likelyWork: Work
  /** Undefined: the name does not say. */
  readonly thinking: Thinking | undefined
  /** Whose model it is, such as `OpenAI`; '' where the name does not tell. */
  readonly maker: string
  /** By what sound is sold: by tokens of sound, which weigh more than those of text (a minute costs at OpenAI what a thousand do), or by time. */
  readonly soundUnit: 'tokens' | 'seconds'
  /** By what the pictures that it makes are sold: by tokens that its maker counts, or by the picture. */
  readonly imageUnit: 'tokens' | 'images'
  /** When it ends; absent: no end is known. */
  readonly end?: ModelEnd
}

/** The end of a model. */
export interface ModelEnd {
  /** The last day on which its maker serves it, `YYYY-MM-DD`; resellers may serve it longer, or end it sooner. */
  readonly on: string
  /** What its maker names in its place. */
  readonly successor?: string
}

/** Reads what a model is by its name. */
export type ReadTraits = (model: string) => ModelTraits

/** The traits of a model: what is stated of it, else what its name says. Never throws. */
export function traitsOf(model: string, stated: StatedTraits = {}): ModelTraits {
  const own = statedOf(model, stated)
  const named = traitsByName(model)
  if (!own) return named
  const { work = named.work, thinking = named.thinking, maker = named.maker, ends_on: on, successor } = own
  const end = on === undefined ? {} : { end: { on, ...(successor === undefined ? {} : { successor }) } }
  return { ...named, work, thinking, maker, likelyWork: own.work ?? named.likelyWork, ...end }
}

/** What is stated of exactly this name, else of the longest beginning of it. */
export function statedOf(model: string, stated: StatedTraits): StatedTraits[string] | undefined {
  if (Object.hasOwn(stated, model)) return stated[model]
  const fitting = Object.keys(stated).filter((key) => key.endsWith('*') && model.startsWith(key.slice(0, -1)))
  const longest = fitting.toSorted((a, b) => b.length - a.length)[0]
  return longest === undefined ? undefined : stated[longest]
}

function traitsByName(model: string): ModelTraits {
  // Resellers, and prefixes of channels, put something before the name; AWS the maker and a part of the world, with dots.
  const name = model
    .slice(model.lastIndexOf('/') + 1)
    .toLowerCase()
    .replace(/^(?:system\.ai\.)?(?:databricks-)?/, '')
    .replace(/^(?:[a-z-]+\.)?openai\./, '')
  return {
    work: found(workByMakersName, name),
    likelyWork: found(workByWord, model.toLowerCase()) ?? 'chat',
    thinking: found(thinkingByName, name),
    maker: found(makerByName, name) ?? '',
    soundUnit: /^(gpt-4o-(mini-)?transcribe|gemini-)/.test(name) ? 'tokens' : 'seconds',
    imageUnit: /^((chat)?gpt-image-|gemini-)/.test(name) ? 'tokens' : 'images',
  }
}

type Patterns<Value> = readonly (readonly [RegExp, Value])[]

const found = <Value>(patterns: Patterns<Value>, name: string): Value | undefined => patterns.find(([pattern]) => pattern.test(name))?.[1]

const workByMakersName: Patterns<Work> = [
  // Sound
  [/^(whisper-|gpt-4o-(mini-)?transcribe|gpt-transcribe|sensevoice|telespeech|scribe_|grok-stt|cohere-transcribe-)/, 'transcription'],
  [/^voxtral-(mini-(latest|2602)|(mini|small)-transcribe-(?!realtime))/, 'transcription'],
  [/^qwen3-asr-flash(?!-(filetrans|realtime))/, 'transcription'],
  [/^(tts-1|gpt-4o-mini-tts|cosyvoice|fish-speech-|eleven_|speech-\d|grok-tts|voxtral-[\w.-]*tts|qwen3?-tts|aura-\d|melotts)/, 'speech'],
  [/^gpt-(4o-)?(mini-)?realtime(-|$)/, 'realtime'],
  [/^(gemini-live-|gemini-\d[\w.-]*-(live|native-audio))/, 'live'],
  [/^suno_/, 'music'],
  [/^lyria-/, 'other'],
  // Vectors and rankings
  [
    /^(text-embedding-|gemini-embedding-|(cohere\.)?embed-(v\d|english|multilingual)|amazon\.titan-embed-text|voyage-|mistral-embed|codestral-embed|jina-(embeddings|clip|code)-|m3e-|bge-(m3|large|base|small|en|zh))/,
    'embedding',
  ],
  [
    /^(((cohere|amazon)\.)?rerank-(v?\d|english|multilingual)|bge-reranker-|bce-reranker-|jina-(reranker|colbert)-|gte-rerank|qwen3-(vl-)?rerank)/,
    'ranking',
  ],
  // Verdicts, read pages
  [/^(omni|text|mistral)-moderation-/, 'moderation'],
  [/^mistral-ocr-/, 'ocr'],
  // Pictures and films
  [/^(dall-e(-\d|$)|(chat)?gpt-image-|imagen-\d|grok-2-image|grok-imagine-image|cogview-\d|image-01)/, 'image'],
  [/^(flux[.-][123]|flux-(schnell|dev|pro|kontext)\b|stable-diffusion-|kolors$|qwen-image|wanx|(doubao-)?seedream-\d)/, 'image'],
  [/^(nano-banana|ideogram-v\d|recraft-v\d)/, 'image'],
  [/^(mj_|swap_face$)/, 'drawing'],
  [/^(grok-imagine-video|(doubao-)?seedance-|minimax-(hailuo|h\d)|[tis]2v-01|vidu(q\d|2)|jimeng_([tis]{1,2}2v|vgfm)_)/, 'film'],
  [/^(sora-\d|veo-\d|cogvideox|kling-v\d|wanx?\d[\d.]*-(t2v|i2v|kf2v)|hunyuanvideo)/, 'film'],
]

/** Source of the first two: server-behaviour 3.11. */
const workByWord: Patterns<Work> = [
  [/re-?rank/, 'ranking'],
  [/embedding|embed|bge-|^m3e|jina-clip|(^|[-_/.:])voyage-(?!multimodal)/, 'embedding'],
  // Pictures
  [/midjourney|(^|[-_/.:])mj([-_/.:]|$)|janus/, 'other'],
  [/dall-?e|imagen|stable-?diffusion|seedream|cogview|kolors|ideogram|recraft/, 'image'],
  [/(^|[-_/.:])(image|images|img|flux|sd|sdxl|sd3|wanx|nano-banana)\d*([-_/.:]|$)/, 'image'],
  // Films
  [/cogvideo|seedance|hailuo|hunyuanvideo/, 'film'],
  [/(^|[-_/.:])(sora|veo|kling|runway|vidu|wan|video|t2v|i2v)\d*([-_/.:]|$)/, 'film'],
  // Sound and live talk. Of vendors with a format of their own the names say what a channel of them is tried with
  [/^(eleven_|speech-\d|grok-tts|voxtral-[\w.-]*tts|qwen3?-tts|gemini-\d[\w.-]*-tts)/, 'speech'],
  [
    /^(scribe_|grok-stt|cohere-transcribe-|qwen3-asr-flash(?!-(filetrans|realtime))|voxtral-(mini-(latest|2602)|(mini|small)-transcribe-(?!realtime)))/,
    'transcription',
  ],
  [/realtime/, 'realtime'],
  [/whisper|transcri|speech|cosyvoice|sensevoice|paraformer/, 'other'],
  [/(^|[-_/.:])(tts|stt|asr|audio|voice|live|suno|lyria|chirp|music)\d*([-_/.:]|$)/, 'other'],
  // Vectors, verdicts, read pages
  [/moderation/, 'moderation'],
  [/safeguard/, 'other'],
  [/(^|\/)mistral-ocr-/, 'ocr'],
  [/(^|[-_/.:])(bge|m3e|gte|e5|clip|voyage|guard|prompt-guard|ocr)([-_/.:\d]|$)/, 'other'],
  // Completions of the time before chats, and models that work only with tools of their vendor
  [/davinci|babbage|curie|(^|[-_/.:])ada([-_/.:]|$)|turbo-instruct|computer-use|deep-research/, 'other'],
]

/** Sources: OpenAI's guides "Reasoning models" and "Using GPT-5"; Google's "Thinking"; Anthropic's "Extended thinking"; xAI's guides, 2026. */
const thinkingByName: Patterns<Thinking> = [
  [/^(gpt-[34]|chatgpt-|gpt-[5-9](\.\d+)?-chat)/, 'none'],
  [/^(o\d|gpt-[5-9])/, 'effort'],
  [/^(?!.*(gemini-(1|2\.0|pro|pro-vision)(\b|-)|-image|-tts|embedding)).*gemini/, 'own'],
  [/grok-(3-mini|[4-9])(?!.*non-reasoning)/, 'own'],
  [/claude-[a-z]+-([5-9]|\d\d)/, 'own'],
]

const makerByName: Patterns<string> = [
  [/claude/, 'Anthropic'],
  [/^(?:gpt|chatgpt|o\d|dall-e|text-embedding-(?:3|ada)|whisper|tts-|codex|davinci|babbage|sora|omni-moderation|computer-use)/, 'OpenAI'],
  [/gemini|gemma|imagen|^veo|^text-embedding-00/, 'Google'],
  [/deepseek/, 'DeepSeek'],
  [/qwen|qwq|qvq|^wan\d/, 'Qwen'],
  [/^glm|chatglm|cogview|cogvideo/, 'Zhipu'],
  [/kimi|moonshot/, 'Moonshot'],
  [/grok/, 'xAI'],
  [/mistral|mixtral|codestral|ministral|pixtral|magistral|devstral/, 'Mistral'],
  [/llama/, 'Meta'],
  [/^command|^rerank|^embed-|^c4ai/, 'Cohere'],
  [/^jina-/, 'Jina'],
  [/^(eleven|scribe)_/, 'ElevenLabs'],
  [/doubao|seedance|seedream|jimeng/, 'ByteDance'],
  [/ernie/, 'Baidu'],
  [/hunyuan/, 'Tencent'],
  [/minimax|^abab/, 'MiniMax'],
  [/^yi-/, '01.AI'],
  [/^mj[_-]|midjourney/, 'Midjourney'],
  [/suno/, 'Suno'],
  [/^nova-|titan/, 'Amazon'],
]
