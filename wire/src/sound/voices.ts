// The voices of vendors whose speech has a format of its own, by that format: what OpenAI's names stand for there, so that clients that know no
// others are heard, and the vendor's own names as far as it publishes a short list.

/** The voices of one format. */
export interface Voices {
  /** The vendor's voices under OpenAI's names, each like that in sex and pitch. */
  readonly byOpenAIName: Readonly<Record<string, string>>
  /** Names or ids that the vendor documents; there may be more. */
  readonly names: readonly string[]
  /** Has the vendor none but these? Else whatever is written like an id is sent. */
  readonly isClosed: boolean
}

/** Source: public clients of ElevenLabs that name these ids, 2026; its own page of default voices could not be read. */
const elevenlabs: Voices = {
  byOpenAIName: {
    // River, neutral
    alloy: 'SAz9YHcvj6GT2YYXdXww',
    // Liam
    ash: 'TX3LPaxmHKxFdv7VOQHJ',
    // Daniel, British
    ballad: 'onwK4e9ZLuTAKqWW03F9',
    // Jessica
    coral: 'cgSgspJ2msm6clMCkdW9',
    // Chris
    echo: 'iP95p4xoKVk53GoZ742B',
    // George, British
    fable: 'JBFqnCBsd6RMkjVDRZzb',
    // Brian, deep
    onyx: 'nPczCjzI2devNBz1zQrb',
    // Sarah
    nova: 'EXAVITQu4vr4xnSDxMaL',
    // Alice
    sage: 'Xb7hH8MSUJpSbSDYk0k2',
    // Lily
    shimmer: 'pFZP5JQG7iQjIQuC4Bku',
    // Charlie
    verse: 'IKne3meq5aSn9XLyUdCD',
    // Matilda
    marin: 'XrExE9yKIg1WjnnlVkGX',
    // Bill
    cedar: 'pqHfZKP75CvOlQylNhV4',
  },
  names: [],
  isClosed: false,
}

/**
 * Those that each of its models has; newer ones have more, by ids. Sources: Google's guide "Text-to-speech generation", and its pages for
 * `gemini-3.8-flash-tts` at OpenRouter, 2026.
 */
const gemini: Voices = {
  byOpenAIName: {
    ...{ alloy: 'Kore', ash: 'Orus', ballad: 'Iapetus', coral: 'Aoede', echo: 'Puck', fable: 'Charon', onyx: 'Algenib', nova: 'Leda' },
    ...{ sage: 'Vindemiatrix', shimmer: 'Zephyr', verse: 'Fenrir', marin: 'Sulafat', cedar: 'Gacrux' },
  },
  names: [
    ...['Zephyr', 'Puck', 'Charon', 'Kore', 'Fenrir', 'Leda', 'Orus', 'Aoede', 'Callirrhoe', 'Autonoe', 'Enceladus', 'Iapetus', 'Umbriel'],
    ...['Algieba', 'Despina', 'Erinome', 'Algenib', 'Rasalgethi', 'Laomedeia', 'Achernar', 'Alnilam', 'Schedar', 'Gacrux', 'Pulcherrima'],
    ...['Achird', 'Zubenelgenubi', 'Vindemiatrix', 'Sadachbia', 'Sadaltager', 'Sulafat'],
  ],
  isClosed: true,
}

/** Some of several hundred. Source: MiniMax's schema of `speech-02` at Replicate, and its guide "System voice ID list", 2026. */
const minimax: Voices = {
  byOpenAIName: {
    ...{ alloy: 'Calm_Woman', ash: 'Casual_Guy', ballad: 'Elegant_Man', coral: 'Lively_Girl', echo: 'Decent_Boy', fable: 'Patient_Man' },
    ...{ onyx: 'Deep_Voice_Man', nova: 'Inspirational_girl', sage: 'Wise_Woman', shimmer: 'Sweet_Girl_2', verse: 'Young_Knight' },
    ...{ marin: 'Friendly_Person', cedar: 'Determined_Man' },
  },
  names: [
    ...['Wise_Woman', 'Friendly_Person', 'Inspirational_girl', 'Deep_Voice_Man', 'Calm_Woman', 'Casual_Guy', 'Lively_Girl', 'Patient_Man'],
    ...['Young_Knight', 'Determined_Man', 'Lovely_Girl', 'Decent_Boy', 'Imposing_Manner', 'Elegant_Man', 'Abbess', 'Sweet_Girl_2'],
    ...['Exuberant_Girl', 'male-qn-qingse'],
  ],
  isClosed: false,
}

/** Some of those that it has in each language. Sources: docs.mistral.ai, and jambonz' page of Mistral's voices, 2026. */
const mistral: Voices = {
  byOpenAIName: {
    ...{ alloy: 'en_paul_neutral', ash: 'en_paul_neutral', ballad: 'en_paul_neutral', echo: 'en_paul_neutral', onyx: 'en_paul_neutral' },
    ...{ verse: 'en_paul_neutral', cedar: 'en_paul_neutral', coral: 'gb_jane_neutral', fable: 'gb_jane_neutral', nova: 'gb_jane_neutral' },
    ...{ sage: 'gb_jane_neutral', shimmer: 'gb_jane_neutral', marin: 'gb_jane_neutral' },
  },
  names: ['en_paul_neutral', 'gb_jane_neutral', 'voice_478', 'voice_592'],
  isClosed: false,
}

/** Some of those that its models have. Source: the pages of `qwen3-tts-instruct-flash` at resellers, 2026. */
const dashscope: Voices = {
  byOpenAIName: {
    ...{ alloy: 'Cherry', ash: 'Ethan', ballad: 'Eldric Sage', coral: 'Vivian', echo: 'Kai', fable: 'Arthur', onyx: 'Vincent' },
    ...{ nova: 'Chelsie', sage: 'Serena', shimmer: 'Bella', verse: 'Moon', marin: 'Maia', cedar: 'Neil' },
  },
  names: [
    ...['Cherry', 'Serena', 'Ethan', 'Chelsie', 'Momo', 'Vivian', 'Moon', 'Maia', 'Kai', 'Nofish', 'Bella', 'Eldric Sage', 'Mia', 'Mochi'],
    ...['Bellona', 'Vincent', 'Bunny', 'Neil', 'Elias', 'Arthur', 'Nini', 'Seren', 'Pip', 'Stella'],
  ],
  isClosed: false,
}

/** Those that its English models share. Source: https://developers.cloudflare.com/workers-ai/models/aura-1 and `aura-2-en`, 2026. */
const workersAi: Voices = {
  byOpenAIName: {
    ...{ alloy: 'athena', ash: 'arcas', ballad: 'orpheus', coral: 'asteria', echo: 'orion', fable: 'orpheus', onyx: 'zeus', nova: 'luna' },
    ...{ sage: 'hera', shimmer: 'luna', verse: 'arcas', marin: 'asteria', cedar: 'zeus' },
  },
  names: ['arcas', 'asteria', 'athena', 'hera', 'luna', 'orion', 'orpheus', 'zeus'],
  isClosed: false,
}

/** By the name of the format. Source of xAI's: https://docs.x.ai/developers/model-capabilities/audio/text-to-speech, 2026. */
export const voicesOf = {
  dashscope,
  elevenlabs,
  gemini,
  minimax,
  mistral,
  'workers-ai': workersAi,
  xai: {
    byOpenAIName: {
      ...{ alloy: 'sal', ash: 'rex', ballad: 'leo', coral: 'eve', echo: 'rex', fable: 'leo', onyx: 'leo', nova: 'eve', sage: 'ara' },
      ...{ shimmer: 'ara', verse: 'rex', marin: 'ara', cedar: 'leo' },
    },
    names: ['eve', 'ara', 'rex', 'sal', 'leo'],
    isClosed: false,
  },
} as const satisfies Record<string, Voices>

const openaiVoices: readonly string[] = Object.keys(elevenlabs.byOpenAIName)
/** Those that `tts-1` has not. Source: OpenAI's guide "Text to speech", "Voice options", 2026. */
const NEWER: ReadonlySet<string> = new Set(['ballad', 'verse', 'marin', 'cedar'])

/**
 * The names of voices that a model is known to take, the vendor's own first. Empty where its vendor has OpenAI's format and voices of its own.
 * @param format of its vendor's speech; undefined: OpenAI's
 * @param own the names that callers use at its channel
 */
export function knownVoices(format: string | undefined, model: string, own: readonly string[]): readonly string[] {
  if (format !== undefined) {
    const found: Voices | undefined = Object.entries(voicesOf).find(([name]) => name === format)?.[1]
    return [...new Set([...own, ...(found?.names ?? []), ...openaiVoices])]
  }
  if (model.startsWith('gpt-')) return openaiVoices
  return model.startsWith('tts-1') ? openaiVoices.filter((name) => !NEWER.has(name)) : []
}

/** Source: the reference of a session's `audio.output.voice`, https://platform.openai.com/docs/api-reference/realtime, 2026. */
const openaiSessionVoices: readonly string[] = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse', 'marin', 'cedar']

/** The voices that a model which one talks with is known to have; empty where its maker's are not known. */
export function sessionVoices(model: string): readonly string[] {
  return model.startsWith('gpt-') ? openaiSessionVoices : []
}
