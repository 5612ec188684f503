// Static facts of a vendor. Console, server and docs read it from here; the vendor's code, if it needs any, is
// server/src/providers/<name>/provider.ts. Recipe: docs/recipes/a-provider.md.
import type { Words } from '../errors.ts'
import type { Option } from '../options/option.ts'

/** How the key of a channel is written, for the hint in its field. */
export type KeyFormat =
  | 'bearer'
  | 'api-key|secret-key'
  | 'id.secret'
  | 'app-id|api-secret|api-key'
  | 'app-id|secret-id|secret-key'
  | 'access-key|secret-key'
  | 'access-key|secret-key|region'
  | 'api-key-app-id'
  | 'service-account-json'
  | 'api-key / tenant-id|client-id|client-secret'
  | 'token / jwt-app-json'
  | 'token / client-id|client-secret'

/**
 * The operations of a vendor. `embeddings` is OpenAI's door; Gemini has two of its own, for one vector and for many. `compact` sums up a
 * conversation of the Responses API; `count` counts the tokens of a prompt. `transcription` turns speech into text,
 * `translation` does so in English, and `speech` speaks a text. `rerank` ranks documents by how well they answer a query.
 * `images` makes pictures of a text, `image-edits` changes pictures by one, `image-variations` makes others like one.
 * `predict` is Google's own door for the first of these, at Imagen. `moderation` judges texts by what is harmful in them, `chat-moderation` the last message of a conversation. `fim`
 * fills in what stands between a prompt and a suffix, and `ocr` reads documents page by page. `realtime` talks over a socket. `files` keeps files at the vendor's account, and
 * `cached-contents` the beginnings of prompts, at Google. `drawing` and `music` are tasks at proxies: submitted, and asked for until they end;
 * `videos` makes films in the same way, and `batches` answers many requests within a day.
 */
export type Operation =
  | 'chat'
  | 'completions'
  | 'embeddings'
  | 'embed-content'
  | 'batch-embed-contents'
  | 'compact'
  | 'transcription'
  | 'translation'
  | 'speech'
  | 'rerank'
  | 'images'
  | 'image-edits'
  | 'image-variations'
  | 'moderation'
  | 'chat-moderation'
  | 'fim'
  | 'ocr'
  | 'predict'
  | 'realtime'
  | 'live'
  | 'files'
  | 'cached-contents'
  | 'drawing'
  | 'music'
  | 'videos'
  | 'batches'
  | 'models'
  | 'count'

/** An address that channels of a vendor often have in place of its usual one: that of another region, or of a plan. */
export interface Preset {
  readonly name: Words
  /** As it stands in a channel: an address, or a word that stands for those of `at`. */
  readonly address: string
  /** What the word stands for: by dialect, best first, where its calls go, version included; all at one host. */
  readonly at?: Readonly<Record<string, string>>
  /** Operations that the vendor has and this plan has not. */
  readonly lacks?: readonly Operation[]
  /** By operation: where the plan takes it, where that is not below `at`. */
  readonly pathsOf?: Readonly<Partial<Record<Operation, string>>>
}

export interface Vendor {
  /**
   * The channel type in stored data and of the family's clients. Never reused; 28, 29, 30 and 32 were never given out. Vendors to which the
   * family has given no number have one from 1001 upward.
   */
  readonly id: number
  readonly name: string
  /** What the GenAI conventions of OpenTelemetry call it (`gen_ai.provider.name`); absent: they have no name for it. */
  readonly tracedAs?: string
  /** Where the vendor has another name in Chinese. */
  readonly chineseName?: string
  /** One line under the name when a channel is made. */
  readonly hint?: Words
  /** Voices have ids of the vendor's own, so that a channel may say which one a caller's name stands for (`setting.voices`). */
  readonly hasOwnVoices?: true
  /** Without a slash at the end. Empty where there is no common address. */
  readonly baseUrl: string
  readonly presets?: readonly Preset[]
  /** How an address of it looks, where there is no common one. */
  readonly addressExample?: string
  /** The vendor's code makes the address where a channel gives none. */
  readonly isAddressComputed: boolean
  readonly keyFormat: KeyFormat
  /** What a channel's field `other` holds; absent: nothing. */
  readonly other?: Words
  /**
   * How `other` is written, where it is checked. `regions`: a region, or regions by model; required of a key that names a project.
   * `account`: letters and digits, which stand in the address for `{other}`; required where they do.
   * `api-version`: the version of Azure's API, or empty.
   */
  readonly otherFormat?: 'regions' | 'account' | 'api-version'
  /** Does a channel's `openai_organization` mean anything? */
  readonly takesOrganization: boolean
  /**
   * What the price lists of models.dev call it, where it sells only models of its own: its word on their prices counts before that of
   * resellers.
   */
  readonly listedAs?: readonly string[]
  /** What the names of a channel's models are here, where they are not the vendor's own. */
  readonly modelsHint?: Words
  /** Models that it usually serves, newest first, as of November 2026. */
  readonly models: readonly string[]
  /** Those of them that the built-in prices do not have, mostly for want of a public list: an admin sets one before they are offered. */
  readonly unpriced?: readonly string[]
  /** A small one of them, with which a channel is tested first. */
  readonly smallModel?: string
  readonly operations: readonly Operation[]
  /** Names of the dialects it speaks, best first. */
  readonly dialects: readonly string[]
  /** Which of them a relay speaks that a channel names in the vendor's place, best first. Where that leaves none, all of them. */
  readonly dialectsOfRelays: readonly string[]
  /** By the beginning of a model's name: the dialects, best first, where it has others than most. */
  readonly dialectsOfModels?: Readonly<Record<string, readonly string[]>>
  /** Does its Responses API keep replies, so that a request can go on from one by its id? Others get the whole conversation. */
  readonly keepsResponses: boolean
  /** May a channel's `setting.dialects` name others? */
  readonly isDialectChosen: boolean
  /** Whose rules its requests in OpenAI's chat dialect follow: a name of the rulebooks; absent: what all such servers take. */
  readonly rulebook?: string
  /**
   * Hosts, with all below them, that only this vendor answers at: a channel of any type that goes there follows its rulebook. Those of
   * `baseUrl` and of the presets need not be named where there is no rulebook.
   */
  readonly hosts?: readonly string[]
  /** By dialect: other rules than those that its models have at their maker's own address. */
  readonly rulebooks?: Readonly<Record<string, string>>
  /** By dialect: what stands in place of `/v1` in front of its paths. `{other}` is what stands in the channel's field of that name. */
  readonly versionPaths: Readonly<Record<string, string>>
  /** Whole paths of operations that stand elsewhere. */
  readonly paths: Readonly<Partial<Record<Operation, string>>>
  /** Names of the formats of operations that vendors have several of, where it is not the one that most have. */
  readonly formats: Readonly<Partial<Record<Operation, string>>>
  /** By the beginning of a model's name: the formats, where it has others than most. */
  readonly formatsOfModels?: Readonly<Record<string, Vendor['formats']>>
  /** Sent with every call, in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Does a stream report usage when `stream_options` requests it? A channel's setting can override this. */
  readonly reportsUsageOnRequest: boolean
  /** What an admin may set for all channels of this vendor, by the names that the vendor's code has for them. */
  readonly options?: Readonly<Record<string, Option<unknown>>>
  /** Are its models apps with prompts and knowledge of their own? Then its count of input is believed beyond what was sent. A channel's setting can override this. */
  readonly hidesPrompt: boolean
  /** Is what its answers report as usage no count of anything? Then we count ourselves. */
  readonly hasMadeUpCounts: boolean
  /** Which addresses report the balance of a key's account: `relays` are all but the vendor's own. */
  readonly balanceAt: 'nowhere' | 'relays' | 'everywhere'
  /** Is there a small call by which a channel can be tested? */
  readonly isTestable: boolean
  /** Can channels of this type be made and used? */
  readonly isReady: boolean
  /** Set where the vendor serves nobody any more: since when, and what takes its place. */
  readonly ended?: Words
  /** Supported for existing channels and not offered for new ones. */
  readonly isHidden: boolean
  /** Offered where there is room for a few only, as when the first channel is made. */
  readonly isCommon: boolean
}

/** Defaults of a vendor record: OpenAI's chat at a base URL, with the key as a bearer token. */
const plain = {
  isAddressComputed: false,
  keyFormat: 'bearer',
  takesOrganization: false,
  models: [],
  operations: ['chat', 'completions', 'embeddings', 'models'],
  dialects: ['openai-chat'],
  dialectsOfRelays: ['openai-chat'],
  keepsResponses: false,
  isDialectChosen: false,
  versionPaths: {},
  paths: {},
  formats: {},
  headers: {},
  reportsUsageOnRequest: true,
  hidesPrompt: false,
  hasMadeUpCounts: false,
  balanceAt: 'nowhere',
  isTestable: true,
  isReady: true,
  isHidden: false,
  isCommon: false,
} as const satisfies Partial<Vendor>

/** A vendor record: the required fields, and overrides of the defaults. */
export type VendorRecord = Pick<Vendor, 'id' | 'name' | 'baseUrl'> & Partial<Vendor>

/** The options of another vendor whose models are served here too, each under that vendor's name. */
export const optionsOf = (name: string, { options = {} }: Vendor): NonNullable<Vendor['options']> =>
  Object.fromEntries(Object.entries(options).map(([own, option]) => [`${name}.${own}`, option]))

/** Completes a vendor record with the defaults. */
export function vendor(record: VendorRecord): Vendor {
  return { ...plain, ...record }
}
