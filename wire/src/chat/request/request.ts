// The canonical chat request: as rich as the richest dialect and no vendor's wire format, so no dialect is privileged.
// Two choices carry the rest: instructions stay in the turn order they came in (a dialect with one system slot hoists them when it
// writes), and tool results are parts, so a dialect that gives each its own message splits a turn when it writes.
import type { Json, JsonObject } from '../../encoding/json.ts'
import type { ModelThinking } from '../../model-thinking.ts'
import type { MayCarryExtras } from './extras.ts'

export interface ChatRequest extends MayCarryExtras {
  readonly model: string
  /** How the model thinks, as far as it is known. No reader sets it. */
  readonly modelThinking?: ModelThinking
  readonly turns: readonly Turn[]
  readonly tools?: readonly Tool[]
  readonly toolChoice?: ToolChoice
  /** May the model call several tools in one turn? Absent: the vendor's default. */
  readonly parallelToolCalls?: boolean
  readonly output?: OutputFormat
  readonly reasoning?: ReasoningRequest
  readonly sampling?: Sampling
  /** Tokens, reasoning included. */
  readonly maxOutputTokens?: number
  readonly stop?: readonly string[]
  /** How many answers; absent means one. */
  readonly choices?: number
  readonly stream?: boolean
  /** Did the caller request usage in a stream, in a dialect that reports it on request only? */
  readonly streamUsage?: boolean
  /** What kinds of answer the caller takes; absent: text. */
  readonly modalities?: readonly ('text' | 'image' | 'audio')[]
  /** The end user, as the caller names them. */
  readonly endUser?: string
  readonly metadata?: JsonObject
  readonly serviceTier?: string
  readonly store?: boolean
  /** How wordy the answer shall be, in the caller's word: low, medium, high. */
  readonly verbosity?: string
  /** Calls with the same key are served from the same prompt cache. */
  readonly cacheKey?: string
  /** Names the end user to the vendor's abuse detection; a hash, as a rule. */
  readonly safetyIdentifier?: string
}

export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool'

export interface Turn extends MayCarryExtras {
  readonly role: Role
  readonly parts: readonly Part[]
  /** The participant's name, where a dialect has one. */
  readonly name?: string
  /** Its place among the turns as the caller sent them, where rules may have moved it: losses are named by that. */
  readonly place?: number
}

export type Part = TextPart | RefusalPart | MediaPart | ReasoningPart | ToolCallPart | ToolResultPart | UnknownPart

/** A place up to which the vendor should cache the prompt. */
export interface CacheMark extends MayCarryExtras {
  /** Seconds; absent: the vendor's default. */
  readonly lifetimeSeconds?: number
}

interface PartBase extends MayCarryExtras {
  readonly cacheMark?: CacheMark
  /** The vendor's signature of its own thinking, opaque to everybody else; it wants it back unchanged. Most stand on thinking, Gemini's on any part. */
  readonly signature?: string
  /** Whose `signature` and `encrypted` content this is: only that vendor can read it, so only its dialect may be given it bare. */
  readonly signedBy?: string
}

/** Where a text comes from. Positions are in UTF-16 units of the part's text. */
export interface Citation extends MayCarryExtras {
  readonly url?: string
  readonly title?: string
  readonly start?: number
  readonly end?: number
  /** The words of the source. */
  readonly quote?: string
  /** The vendor's own object, where it has more than the fields above; a writer of its dialect writes it back instead of them. */
  readonly value?: JsonObject
}

export interface TextPart extends PartBase {
  readonly kind: 'text'
  readonly text: string
  readonly citations?: readonly Citation[]
}

export interface RefusalPart extends PartBase {
  readonly kind: 'refusal'
  readonly text: string
}

/** An image, sound, video or file, in or out. */
export interface MediaPart extends PartBase {
  readonly kind: 'image' | 'audio' | 'video' | 'file'
  readonly source: MediaSource
  readonly mediaType?: string
  readonly fileName?: string
  /** How closely an image is to be looked at, in the caller's word. */
  readonly detail?: string
  /** The vendor's id of a medium that it made and can be handed back by. */
  readonly id?: string
  /** The transcript of a sound. */
  readonly transcript?: string
}

/** An image, sound, video or file. */
export const isMedium = (part: Part): part is MediaPart =>
  part.kind === 'image' || part.kind === 'audio' || part.kind === 'video' || part.kind === 'file'

export type MediaSource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'base64'; readonly data: string }
  | { readonly kind: 'file-id'; readonly id: string }

export interface ReasoningPart extends PartBase {
  readonly kind: 'reasoning'
  readonly text: string
  /** Thinking that only the vendor can read. */
  readonly encrypted?: string
  readonly id?: string
}

export interface ToolCallPart extends PartBase {
  readonly kind: 'tool-call'
  readonly id: string
  readonly name: string
  /** The arguments as the model wrote them: JSON text, possibly not valid. */
  readonly argumentsText: string
  /** A call of a custom tool: `argumentsText` is free text, not JSON. */
  readonly isCustom?: boolean
}

export interface ToolResultPart extends PartBase {
  readonly kind: 'tool-result'
  readonly toolCallId: string
  readonly toolName?: string
  readonly parts: readonly Part[]
  readonly isError?: boolean
}

/** A part of a kind that its dialect's reader does not know; carried whole. */
export interface UnknownPart extends PartBase {
  readonly kind: 'unknown'
  readonly type: string
  readonly value: JsonObject
}

export type Tool = (FunctionTool | CustomTool | VendorTool) & {
  /** As of turns: its place among the tools as the caller sent them. */
  readonly place?: number
}

export interface FunctionTool extends MayCarryExtras {
  readonly kind: 'function'
  readonly name: string
  readonly description?: string
  /** JSON schema of the arguments. */
  readonly parameters?: JsonObject
  readonly strict?: boolean
  readonly cacheMark?: CacheMark
}

/** A tool of the caller's that takes free text instead of JSON arguments. */
export interface CustomTool extends MayCarryExtras {
  readonly kind: 'custom'
  readonly name: string
  readonly description?: string
  /** What the text must look like, such as a grammar, in the vendor's shape. */
  readonly format?: JsonObject
}

/** A tool that the vendor runs (web search, code execution, …), in its own shape. */
export interface VendorTool extends MayCarryExtras {
  readonly kind: 'vendor'
  readonly type: string
  readonly value: JsonObject
  /** What it is for, where other vendors have the same: a writer of another dialect then writes its own tool of that purpose. */
  readonly purpose?: 'web-search' | 'code-execution' | 'url-context'
}

export type ToolChoice = (
  | { readonly kind: 'auto' | 'none' | 'required' }
  | { readonly kind: 'tool'; readonly name: string }
  /** Only these of the tools, by name; `isRequired`: one of them must be called. */
  | { readonly kind: 'some'; readonly names: readonly string[]; readonly isRequired: boolean }
  | { readonly kind: 'unknown'; readonly value: Json }
) &
  MayCarryExtras

export type OutputFormat = (
  | { readonly kind: 'text' | 'json' }
  | {
      readonly kind: 'json-schema'
      readonly name?: string
      readonly schema: JsonObject
      readonly strict?: boolean
      readonly description?: string
    }
  | { readonly kind: 'unknown'; readonly value: JsonObject }
) &
  MayCarryExtras

export interface ReasoningRequest extends MayCarryExtras {
  /** The caller's word: minimal, low, medium, high … */
  readonly effort?: string
  readonly budgetTokens?: number
  readonly isEnabled?: boolean
  /** Should the thinking be shown, and how, in the caller's word. */
  readonly summary?: string
}

export interface Sampling {
  readonly temperature?: number
  readonly topP?: number
  readonly topK?: number
  readonly presencePenalty?: number
  readonly frequencyPenalty?: number
  readonly seed?: number
  readonly logprobs?: boolean
  readonly topLogprobs?: number
}
