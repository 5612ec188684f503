// What differs between vendors: addresses, how one signs in, and small quirks. Everything is pure but `sign` and `converse`.

import { withoutEnd } from '@waystation/contract/values/without-end'
import type { Operation, Vendor } from '@waystation/contract/vendors/vendor'
import type { UpstreamError } from '@waystation/wire/chat/dialect'
import { type DialectName, isDialectName } from '@waystation/wire/chat/dialects'
import type { LossLog } from '@waystation/wire/chat/losses/loss'
import type { FramingName } from '@waystation/wire/encoding/framing'
import type { Json, JsonObject } from '@waystation/wire/encoding/json'
import type { Frame } from '@waystation/wire/encoding/sse'
import type { ModelThinking } from '@waystation/wire/model-thinking'
import type { BalanceReader } from './balance.ts'
import type { Conversation, WholeReply } from './conversation.ts'
import type { ChannelTarget, UpstreamAddress } from './target.ts'
import type { TaskVendor } from './task-vendor.ts'

export type { ChannelTarget, Operation, UpstreamAddress, Vendor }

/** What a call requests of the upstream. */
export interface UpstreamCall {
  readonly operation: Operation
  /** The one spoken upstream. */
  readonly dialect: DialectName
  /** The model's name upstream. */
  readonly model: string
  /** The model as the caller named it, without a channel's prefix: settings of a model are looked up by it first. */
  readonly requestedModel: string
  /** How the model thinks, as far as it is known. */
  readonly thinking?: ModelThinking | undefined
  readonly isStream: boolean
  /** The version of the vendor's API that the caller names in its address, as clients of Azure do; absent: none. */
  readonly apiVersion?: string | undefined
  /** Where the call came in, without a slash at the beginning, for proxies that have the same addresses; absent: it does not matter. */
  readonly place?: string
  /** Headers of the caller that may go on to a vendor; each provider takes its own. */
  readonly clientHeaders: Readonly<Record<string, string>>
  /** Values of the options that the provider named, by its own names for them. */
  readonly settings: Readonly<Record<string, unknown>>
  /** The client's request, for vendors in whose address parts of it stand; of a form its texts. Absent where there is no client. */
  readonly asked?: JsonObject
}

/** A request as it is about to be sent, for a vendor whose sign-in covers its body. */
export interface UnsignedRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

/** What a vendor gives for a key: a token that calls show in its place, and for how long. */
export interface Credential {
  readonly token: string
  readonly lifetimeMs: number
}

/** How one key becomes a token. The gateway sends the request, and remembers what comes back. */
export interface CredentialExchange {
  /** What the token is for, where one key is exchanged for several; absent: for all that the vendor has. */
  readonly purpose?: string
  /** Throws where none can be made of the key. */
  readonly request: (now: Date) => UnsignedRequest
  /** The token in an answer with status 200; undefined where there is none. */
  readonly read: (answer: Json | undefined) => Credential | undefined
}

/** A vendor's record, and what can be done with it. */
export interface Provider extends Vendor {
  /**
   * Dialects in which this channel's far end serves the model, best first. The planner passes through when the client's is among them.
   * @param model its name upstream
   */
  speaks(channel: Pick<ChannelTarget, 'setting' | 'baseUrl'> & Partial<Pick<ChannelTarget, 'other'>>, model: string): readonly DialectName[]
  /** By dialect: how its streams stand in their bytes here, where that is not as at its maker. */
  readonly framings?: Readonly<Partial<Record<DialectName, FramingName>>>
  /** Headers of a caller that go on to this vendor, in lower case. */
  readonly forwardedHeaders?: readonly string[]
  /** Where to send this call, and as whom. Throws TypeError on an address that is none. */
  address(call: UpstreamCall, channel: ChannelTarget): UpstreamAddress
  /**
   * Set where the vendor takes a key only in exchange for a token that soon expires, which is then sent as a bearer token. Undefined: this
   * key is sent as it is. Throws TypeError on a key that is not of the vendor's format.
   * @param url where the request will go that shows the token
   */
  credential?(channel: ChannelTarget, url: URL): CredentialExchange | undefined
  /**
   * Set where the vendor wants each request signed: all headers to send, those of the request among them. Called once per attempt, after
   * every change to headers and body. Throws TypeError on a key that is not of the vendor's format.
   */
  sign?(request: UnsignedRequest, channel: ChannelTarget, now: Date): Promise<Readonly<Record<string, string>>>
  /**
   * Set where one answer takes several requests, or comes in events that stand in no stream of a dialect: resolves when the vendor has taken
   * the call, with the frames of the answer in the dialect that it was encoded in, as they come, or with an answer that is whole. Absent: one
   * request, and the answer to it.
   * Until it resolves nothing is owed; from then on the call is charged like one whose answer has begun.
   */
  converse?(conversation: Conversation): Promise<AsyncIterable<Frame> | WholeReply>
  /** Is it for this call that there are several requests? Absent: it is so for all. @param model its name upstream */
  conversesFor?(call: Pick<UpstreamCall, 'operation' | 'model'>): boolean
  /**
   * The name of the model without an ending that this vendor's folder reads as a word of its own (`-thinking`, `-high`): what the vendor
   * sells it under. Undefined: the name has no such ending, or its option is off.
   */
  bareName?(model: string, settings: UpstreamCall['settings']): string | undefined
  /**
   * The HTTP status that says what a refusal means, where the vendor says it with another one: 401 for a dead key, 402 for an empty
   * account, 529 for overload. It decides about retries and keys. Undefined where the vendor's own says it.
   */
  normalizeStatus?(error: UpstreamError): number | undefined
  /** Where the vendor lists its models, where that is more than one place. Throws TypeError on an address that is none. */
  modelLists?(channel: ChannelTarget): readonly UpstreamAddress[]
  /** Reads the names from one of the vendor's model lists; undefined when the response is no such list. Without it, OpenAI's form is read. */
  readModels?(answer: Json | undefined): string[] | undefined
  /** Absent where the vendor tells no key what its account has left. */
  readonly balance?: BalanceReader
  /** How it is asked for tasks that it has taken; absent: it has none. */
  readonly tasks?: TaskVendor
  /** Last changes to the body of a count of tokens, in one of the spoken dialects. */
  adaptCount?(body: JsonObject, call: UpstreamCall): JsonObject
  /** Last changes to a body already in one of the spoken dialects; what they take off is named. */
  adapt?(body: JsonObject, call: UpstreamCall, losses: LossLog): JsonObject
}

/** The caller's headers that this vendor takes. */
export function forwarded(names: readonly string[], call: Pick<UpstreamCall, 'clientHeaders'>): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (call.clientHeaders[name] === undefined ? [] : [[name, call.clientHeaders[name]]])))
}

/** A call with the settings of another vendor whose models are served here too, by the names that this vendor itself has for them. */
export function settingsFor<Call extends Pick<UpstreamCall, 'settings'>>(vendor: string, call: Call): Call {
  const own = Object.entries(call.settings).filter(([name]) => name.startsWith(`${vendor}.`))
  return { ...call, settings: Object.fromEntries(own.map(([name, value]) => [name.slice(vendor.length + 1), value])) }
}

/** An admin's setting for the model of this call: by the requested name, else by the upstream name. */
export function settingOfModel<Value>(
  values: Readonly<Record<string, Value>>,
  { requestedModel, model }: Pick<UpstreamCall, 'requestedModel' | 'model'>,
): Value | undefined {
  const name = [requestedModel, model].find((each) => Object.hasOwn(values, each))
  return name === undefined ? undefined : values[name]
}

/**
 * `Provider.speaks` of a vendor: what a channel's setting names, where it may, else what the record says of the model and of the address,
 * which may be a relay's or that of a plan. Throws TypeError on an unknown name.
 */
export function spokenBy(vendor: Vendor): Provider['speaks'] {
  const { dialects, dialectsOfRelays, dialectsOfModels = {}, presets = [] } = vendor
  const known = (names: readonly string[]) => names.map((name) => knownDialect(name, vendor))
  const usual = known(dialects)
  const atRelays = known(dialectsOfRelays).filter((name) => usual.includes(name))
  const byPlan = new Map(presets.flatMap(({ address, at }) => (at ? [[address, known(Object.keys(at))] as const] : [])))
  const byModel = Object.entries(dialectsOfModels).map(([start, names]) => [start, known(names)] as const)
  // Who speaks one dialect speaks it everywhere.
  const isOwn = usual.length > 1 || byModel.length > 0 ? ownAddresses(vendor) : () => true
  return ({ setting, baseUrl }, model) => {
    const named: readonly unknown[] = vendor.isDialectChosen && Array.isArray(setting.dialects) ? setting.dialects : []
    const chosen = named.filter(isDialectName)
    if (chosen.length > 0) return chosen
    if (atRelays.length > 0 && !byPlan.has(baseUrl) && !isOwn(baseUrl)) return atRelays
    return byPlan.get(baseUrl) ?? byModel.find(([start]) => model.startsWith(start))?.[1] ?? usual
  }
}

function knownDialect(dialect: string, { name }: Vendor): DialectName {
  if (!isDialectName(dialect)) throw new TypeError(`${name}: there is no dialect ${dialect}`)
  return dialect
}

/** Is an address the vendor's own, and not that of a relay in its place? All are, where every operator has another. */
function ownAddresses({ baseUrl, presets = [] }: Vendor): (address: string) => boolean {
  const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : '')
  const own = [baseUrl, ...presets.map(({ address }) => address)].map(hostOf)
  return (address) => baseUrl === '' || address === '' || own.includes(hostOf(address))
}

/** The address that a channel's calls go below, without a slash at the end. */
export const baseOf = ({ baseUrl }: Pick<Vendor, 'baseUrl'>, channel: Pick<ChannelTarget, 'baseUrl'>): string =>
  withoutEnd(channel.baseUrl || baseUrl, '/')
