// What a vendor's model accepts of a chat request, beyond what its dialect can say: data, which the steps of `apply-rules.ts` carry out.
import type { ChatRequest, Sampling } from '../../chat/request/request.ts'
import type { Json } from '../../encoding/json.ts'

/** Absent keys: everything is accepted. */
export interface ChatRules {
  readonly sampling?: SamplingRule
  readonly stopWords?: StopRule
  /** The words for the effort that the model knows, least first; an empty list: it knows none. */
  readonly efforts?: readonly string[]
  /** Thinking is shown only where that is requested; callers who ask for an effort expect to see it. */
  readonly thinking?: { readonly isHiddenByDefault: true }
  /** Thinking cannot be switched off. */
  readonly alwaysThinks?: true
  readonly thinkingSwitch?: ThinkingSwitchRule
  readonly endUserId?: EndUserIdRule
  /** More answers at once are refused, and the call with them. */
  readonly choices?: ChoicesRule
  /** Kinds of answer; a call that wants another one is refused. */
  readonly modalities?: { readonly taken: readonly string[] }
  /** Fields of the request that are refused, whatever their value. */
  readonly fields?: { readonly refused: readonly (keyof ChatRequest)[] }
  readonly toolNames?: NameRule
  /** Words for the tier of service; others are left out. */
  readonly serviceTiers?: readonly string[]
  readonly outputTokens?: OutputTokensRule
  readonly media?: MediaRule
  /** The field `stream_options` is refused: a stream reports its usage without it. */
  readonly refusesStreamOptions?: true
  /** The model only streams: a call that requests a whole answer of the vendor is refused. */
  readonly streamsOnly?: true
  /** Thinking is refused beside this; a field of the vendor's own switches it off then. */
  readonly notThinking?: NotThinkingRule
  readonly tools?: ToolsRule
  readonly callIds?: CallIdRule
  readonly schemas?: SchemaRule
  readonly output?: OutputRule
  readonly turns?: TurnsRule
  readonly conflicts?: ConflictRule
}

export interface SamplingRule {
  /** Refused with any value but the one that means the default. */
  readonly refused?: readonly (keyof Sampling)[]
  /** At this effort they are taken all the same; `usual` is the effort of a request that names none. */
  readonly takenAtEffort?: { readonly effort: string; readonly usual: string }
  /** Of each pair the second one is refused beside the first. */
  readonly notTogether?: readonly (readonly [keyof Sampling, keyof Sampling])[]
  /** Values beyond these bounds become the bound: least and most. */
  readonly bounds?: Readonly<Partial<Record<'temperature' | 'topP', readonly [number, number]>>>
}

export interface OutputTokensRule {
  /** Tokens of the longest answer. */
  readonly max?: number
  /** The limit is known as `max_tokens` only: under its newer name, `max_completion_tokens`, it is refused or has no effect. */
  readonly refusesNewerName?: true
}

/** Thinking is switched on and off by a field of the vendor's own. */
export interface ThinkingSwitchRule {
  readonly field: string
  readonly on: Json
  readonly off: Json
  /** There are efforts beside it. */
  readonly hasDegrees?: true
}

export interface NotThinkingRule {
  readonly field: string
  readonly value: Json
  readonly inWholeCalls?: true
  readonly besideForcedTools?: true
}

export interface ChoicesRule {
  readonly max: number
  /** Several answers are refused at temperature 0: it becomes a hundredth. */
  readonly oneAnswerAtTemperature0?: true
}

export interface StopRule {
  readonly max: number
  /** UTF-16 units of one word; longer ones are left out. */
  readonly maxLength?: number
}

type MediaKind = 'image' | 'audio' | 'video' | 'file'

export interface MediaRule {
  /** Kinds that the model takes of the user; a call with another one is refused. Plain text in a file is said as text. */
  readonly taken: readonly MediaKind[]
  /** Images by address are refused: only data are taken. */
  readonly refusesAddresses?: true
  /** Files are PDF documents only. */
  readonly filesArePdf?: true
  /** Types of images; absent: all. */
  readonly imageTypes?: readonly string[]
}

export interface CallIdRule {
  /** Characters. */
  readonly maxLength?: number
  /** An id must have this form; another one becomes a hash of so many letters and digits. */
  readonly form?: { readonly pattern: RegExp; readonly length: number }
  /** An id may stand for one call of the conversation only. */
  readonly isUnique?: true
}

/** How end users are named. A name that is not taken as it is becomes a hash of itself, the same each time. */
export interface EndUserIdRule {
  /** Characters. */
  readonly maxLength: number
  /** Mail addresses and phone numbers are refused. */
  readonly refusesContacts?: true
}

/** A name that does not fit is shortened, with a hash at its end, and mapped back in the reply. */
export interface NameRule {
  /** Characters. */
  readonly maxLength: number
  /** Characters that are refused. */
  readonly refused: RegExp
  /** What a name must begin with. */
  readonly begins?: RegExp
}

export interface ToolsRule {
  /** More are refused, and the call with them. */
  readonly max?: number
  /** No tool can be forced, or none while the model thinks: a call that depends on it is refused. */
  readonly refusesForced?: true | 'thinking'
  /** That some tool is called cannot be demanded, only that this one is. */
  readonly refusesRequired?: true
  /** The model alone chooses: a forced call is left out and named, and where no tool may be called, none is offered. */
  readonly refusesChoices?: true
  /** A choice among some of the tools is unknown: the others are left out. */
  readonly refusesSome?: true
  /** Of more strict tools the last ones are no longer strict. */
  readonly mostStrict?: number
  /** The field `strict` is unknown. */
  readonly refusesStrict?: true
  /** Arguments need `properties`, if only empty ones. */
  readonly needsProperties?: true
  /** Arguments that combine schemas at their top are refused: they become one object. */
  readonly refusesCombined?: true
  /** Names of properties must have this form: a call with others is refused. */
  readonly propertyNames?: RegExp
  /** Definitions must stand under `$defs`. */
  readonly renamesDefinitions?: true
  /** None of the vendor's own tools can be forced. */
  readonly refusesForcedHosted?: true
  /** That this tool is called cannot be demanded, only that some tool is. */
  readonly refusesNamed?: true
  /** The purposes of the vendor's own tools that can be asked for in another vendor's words; a call that forces another one is refused. */
  readonly hosted?: readonly string[]
}

/** Which JSON schemas are guaranteed: of strict tools and of the answer's form. */
export interface SchemaRule {
  /** These keywords are refused; what they said goes into the description. */
  readonly refused?: readonly string[]
  /** Objects must be closed and all their properties required; another schema is not guaranteed. */
  readonly isWholeOnly?: true
  /** Objects must be closed, and are closed here. */
  readonly closesObjects?: true
  /** A schema that refers to itself is refused: it goes into the instructions. */
  readonly refusesRecursion?: true
}

export interface OutputRule {
  /** A schema is unknown: it goes into the instructions, and the answer is requested as free JSON. */
  readonly refusesSchema?: true
  /** Free JSON is unknown too: the instructions ask for it. */
  readonly refusesJson?: true
  /** Free JSON is refused unless the conversation has the word in it. */
  readonly needsWord?: true
}

export interface TurnsRule {
  /** Instructions of the role `developer` are unknown: `system`. */
  readonly refusesDeveloper?: true
  /** No instructions at all: they become the beginning of the user's words. */
  readonly refusesInstructions?: true
  /** Names of speakers are refused. */
  readonly refusesNames?: true
  /** A turn of nothing but calls needs a text, if only an empty one. */
  readonly needsContent?: true
  /** Files need a name. */
  readonly needsFileNames?: true
  /** The last text may not end in a space where the assistant speaks last. */
  readonly trimsPrefill?: true
  /** The assistant may not speak last: the user asks it to go on. */
  readonly refusesPrefill?: true
  /** The user must speak first. */
  readonly beginsWithUser?: true
  /** Instructions alone are refused: the user says them. */
  readonly needsUser?: true
  /** Turns without any content are refused; of Google's texts those with a signature count as content. */
  readonly refusesEmpty?: true | 'unsigned'
  /** Results without any text are refused. */
  readonly refusesEmptyResults?: true
  /** A refusal of the assistant has no field of its own: it is said as text. */
  readonly refusesRefusals?: true
  /** Thinking of earlier turns is refused. */
  readonly refusesThoughts?: true
  /** A turn that calls tools needs its thinking, if only an empty one. */
  readonly needsThoughtsBesideCalls?: true
  /** Instructions after the beginning are refused: the user says them. */
  readonly refusesLaterInstructions?: true
  /** Pictures, sound and files in the assistant's turns are refused. */
  readonly refusesMediaOfAssistant?: true
  /** Citations of earlier answers are refused. */
  readonly refusesCitations?: true
  /** A first call of a turn that its vendor did not sign needs this in the signature's place. */
  readonly standInSignature?: string
  /** Arguments of calls must be JSON: others stand as a text in an object. */
  readonly needsJsonArguments?: true
  /** After results of tools the assistant must speak before the user does, and media of results are said by the user. */
  readonly answersResults?: true
}

export interface ConflictRule {
  /** The vendor's own tools are refused beside functions: the functions stay. */
  readonly refusesHostedBesideFunctions?: true
  /** A schema of the answer is refused beside tools: it goes into the instructions. */
  readonly refusesSchemaBesideTools?: true
  /** Free JSON is refused beside tools: the instructions ask for it. */
  readonly refusesJsonBesideTools?: true
  /** Functions are refused unless the model thinks with this effort; a request that names none has the `usual` one. */
  readonly effortBesideFunctions?: { readonly effort: string; readonly usual: string }
  /** Functions are refused, and the call with them. */
  readonly refusesFunctions?: true
}

/** One fact about a vendor. */
export interface Rule {
  /** Unique, such as `openai-stop-words`. */
  readonly name: string
  /** Which models; absent: all of the vendor's. Matched against the name in lower case, see `rulesFor`. */
  readonly models?: RegExp
  /** When this was read: year and month. */
  readonly asOf: string
  /** Where this was read. */
  readonly source: string
  readonly accepts: ChatRules
}
