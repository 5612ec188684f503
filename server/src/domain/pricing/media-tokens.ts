// How many tokens media may come to, before a vendor has counted them (decision D59): what is held, and the count of calls whose vendor
// reports none. By the rule of the model's maker, from what could be read of the head of each; never by the bytes of a picture.

/** A picture, sound, film or file of a request. */
export interface Medium {
  readonly kind: 'image' | 'audio' | 'video' | 'file'
  /** It stands in the request as base64, which is not read yet. Absent: it was read, or is named by an address or an id. */
  readonly data?: string
  /** The MIME type, where the caller names one. */
  readonly mediaType?: string
  /** A picture of which all detail is to be kept, where a model reads others in less. */
  readonly isFine?: true
  /** A sound that the model itself gave as an earlier answer. */
  readonly isAnswer?: true
  /** What could be read of it; absent: nothing, or it is elsewhere. */
  readonly read?: MediumFacts
}

export interface MediumFacts {
  /** Of what stands in the request, decoded. */
  readonly bytes: number
  /** Of a picture, in pixels. */
  readonly width?: number
  readonly height?: number
  /** Of a sound or film. */
  readonly seconds?: number
  /** Of a PDF. */
  readonly pages?: number
  readonly isPdf?: boolean
}

/** The model that a request goes to, as far as it matters for media. */
export interface KnownModel {
  readonly name: string
  /** The most tokens that it reads; undefined: unknown. */
  readonly contextTokens: number | undefined
}

export interface MediaTokens {
  /** All but sound. */
  readonly input: number
  readonly audio: number
}

/** Held for what a model of an unknown context may read. */
const UNKNOWN_CONTEXT_TOKENS = 200_000
/** Google counts a frame a second at 258 tokens and the sound beside it at 32. Source: Gemini API, "Video understanding". */
const VIDEO_TOKENS_PER_SECOND = 300
/** Google's; OpenAI counts ten. Source: Gemini API, "Audio understanding". */
const AUDIO_TOKENS_PER_SECOND = 32
/** A sound or film whose head cannot be read has at least so many bytes a second. */
const UNREAD_BYTES_PER_SECOND = 1000
/** Tokens of the longest answer of a model that speaks. Source: OpenAI's pages of its audio models. */
const LONGEST_SPOKEN_ANSWER = 16_384
/** Text and picture of a page. Source: Anthropic, "PDF support": 1,500 to 3,000 tokens of text a page. */
const TOKENS_PER_PAGE = 3000
/** The most pages that a vendor takes: Google's limit. */
const MAX_PAGES = 1000
const BYTES_PER_TOKEN_OF_FILES = 2.5

/** What is held where only the context of the model bounds what is read. */
export function heldContext({ contextTokens }: KnownModel): number {
  return contextTokens ?? UNKNOWN_CONTEXT_TOKENS
}

/** The tokens of all media of a request, estimated high. */
export function mediaTokens(media: readonly Medium[], model: KnownModel): MediaTokens {
  let [input, audio] = [0, 0]
  for (const medium of media) {
    if (medium.kind === 'audio') audio += soundTokens(medium, AUDIO_TOKENS_PER_SECOND, model)
    else if (medium.kind === 'video') input += soundTokens(medium, VIDEO_TOKENS_PER_SECOND, model)
    else input += medium.kind === 'image' ? pictureTokens(medium, model) : fileTokens(medium, model)
  }
  return { input, audio }
}

function soundTokens({ read, isAnswer }: Medium, perSecond: number, model: KnownModel): number {
  if (!read) return Math.min(isAnswer ? LONGEST_SPOKEN_ANSWER : Number.POSITIVE_INFINITY, heldContext(model))
  return Math.min(Math.ceil((read.seconds ?? read.bytes / UNREAD_BYTES_PER_SECOND) * perSecond), heldContext(model))
}

function fileTokens({ read, mediaType = '' }: Medium, model: KnownModel): number {
  if (read && !read.isPdf && !mediaType.includes('pdf')) return Math.ceil(read.bytes / BYTES_PER_TOKEN_OF_FILES)
  return Math.min((read?.pages ?? MAX_PAGES) * TOKENS_PER_PAGE, heldContext(model))
}

function pictureTokens({ read, isFine }: Medium, { name }: KnownModel): number {
  const rule = pictureRules.find(({ models, isCoarse }) => models.test(name) && !(isCoarse && isFine)) ?? otherPictures
  return read?.width && read.height ? Math.min(rule.tokens(read.width, read.height), rule.most) : rule.most
}

interface PictureRule {
  readonly models: RegExp
  /** Set where it is for pictures that need not be read in full detail. */
  readonly isCoarse?: true
  /** Of a picture of so many pixels. */
  tokens(width: number, height: number): number
  /** Of any one picture: vendors make larger ones smaller. */
  readonly most: number
}

/** Tokens for a picture and for each tile of 512 pixels, once it fits into 2048 × 2048 and its shorter side is at most so many. */
const openAITiles = (base: number, perTile: number, shorterSide = 768) => ({
  tokens(width: number, height: number): number {
    const fit = Math.min(1, 2048 / Math.max(width, height))
    const scale = Math.min(fit, shorterSide / Math.min(width, height))
    return base + perTile * Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512)
  },
  most: base + perTile * 4 * Math.ceil(shorterSide / 512),
})

/** Models that make pictures read those that they change at a shorter side of 512 pixels. */
const editedTiles = openAITiles(65, 129, 512)
const SQUARE_DETAIL_TOKENS = 4160
const OTHER_DETAIL_TOKENS = 6240

/** The same, and more for all of their detail. */
const editedInDetail = {
  tokens: (width: number, height: number) =>
    editedTiles.tokens(width, height) + (width === height ? SQUARE_DETAIL_TOKENS : OTHER_DETAIL_TOKENS),
  most: editedTiles.most + OTHER_DETAIL_TOKENS,
}

/** Patches of 32 pixels, and what a model weighs each with. */
const openAIPatches = (weight: number, patches: number) => ({
  tokens: (width: number, height: number) => Math.ceil(Math.ceil(width / 32) * Math.ceil(height / 32) * weight),
  most: Math.ceil(patches * weight),
})

/**
 * Sources, read in November 2026: OpenAI, "Images and vision", "Calculating costs", and "Image generation", "Input fidelity"; Anthropic, "Vision", "Evaluate image size" (pixels over 750, at
 * most 4,784 for models of high resolution); Google, "Image understanding" (258 tokens a tile of 768 pixels, 2,240 at the highest resolution of
 * Gemini 3).
 */
const pictureRules: readonly PictureRule[] = [
  // The newer ones read every picture in full detail.
  { models: /gpt-image-1/, isCoarse: true, ...editedTiles },
  { models: /gpt-image-/, ...editedInDetail },
  { models: /gpt-4o-mini/, ...openAITiles(2833, 5667) },
  { models: /gpt-(4\.1-(mini|nano)|5[\d.]*-(mini|nano))|o4-mini/, ...openAIPatches(2.46, 1536) },
  { models: /gpt-(5\.[4-9]|[6-9])/, ...openAIPatches(1.2, 10_000) },
  { models: /gpt-|chatgpt|\bo[134]\b|computer-use/, ...openAITiles(85, 170) },
  { models: /claude/, tokens: (width, height) => Math.ceil((width * height) / 750), most: 4784 },
  {
    models: /gemini|gemma/,
    tokens: (width, height) => Math.max(2240, 258 * Math.ceil(width / 768) * Math.ceil(height / 768)),
    most: 258 * 36,
  },
]

/** Of other makers: a token for each square of 28 pixels. Source: Alibaba, "Qwen-VL", 16,384 tokens a picture at most. */
const otherPictures: Omit<PictureRule, 'models'> = {
  tokens: (width, height) => Math.ceil(width / 28) * Math.ceil(height / 28),
  most: 16_384,
}
