// Signatures and encrypted thinking over a conversation whose client speaks another dialect than its vendor. What came with a turn that
// calls tools is stored under the ids of its calls; when the client sends that turn back, it is restored (decision D33).

import type { KeptFieldsReader } from '@waystation/wire/chat/dialect'
import { type DialectName, vendorDialects } from '@waystation/wire/chat/dialects'
import type { ChatEvent } from '@waystation/wire/chat/reply/event'
import type { ChatRequest, Part, ReasoningPart, Turn } from '@waystation/wire/chat/request/request'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { Vault } from '../../domain/vault/vault.ts'

/** What is stored of a turn. */
interface StoredTurn {
  readonly signedBy: DialectName
  /** The address of the vendor, where many speak the dialect. */
  readonly origin?: string
  /** Fields that only some vendors of the dialect have. */
  readonly fields?: JsonObject
  /** The thinking that stood before the calls. */
  readonly thoughts: readonly Pick<ReasoningPart, 'text' | 'signature' | 'encrypted' | 'id'>[]
  /** Signatures on the calls themselves, by their ids. */
  readonly calls: Readonly<Record<string, string>>
}

const keyOf = (userId: number, callId: string) => `${userId}:${callId}`
/** Ids that vendors make are some thirty characters; a longer one could not be a key. */
const LONGEST_ID = 160

/** Whose tokens they are: a dialect, and in one that many vendors speak the address of one of them. */
export interface Signer {
  readonly dialect: DialectName
  readonly origin: string | undefined
}

/** The vendor of a channel, as one who signs. */
export function signerOf(dialect: DialectName, { id, baseUrl }: { readonly id: number; readonly baseUrl: string }): Signer {
  return { dialect, origin: vendorDialects[dialect].keptFields ? baseUrl || `channel ${id}` : undefined }
}

/** Collects from the events of a reply what its vendor wants back in the next turn. */
export class SignatureCollector {
  readonly #signer: Signer
  readonly #fields: KeptFieldsReader | undefined
  readonly #parts = new Map<string, { part: Part; text: string; signature: string | undefined; encrypted: string | undefined }>()

  /** @param signer the vendor, whose signatures these are */
  constructor(signer: Signer) {
    this.#signer = signer
    this.#fields = vendorDialects[signer.dialect].keptFields?.reader()
  }

  push(events: readonly ChatEvent[]): void {
    for (const event of events) {
      this.#fields?.push(event)
      if (event.kind === 'part-started' && (event.initial.kind === 'reasoning' || event.initial.kind === 'tool-call')) {
        const { initial } = event
        const [text, encrypted] = initial.kind === 'reasoning' ? [initial.text, initial.encrypted] : ['', undefined]
        this.#parts.set(`${event.choice}.${event.part}`, { part: initial, text, signature: initial.signature, encrypted })
      } else if (event.kind === 'part-delta') {
        const known = this.#parts.get(`${event.choice}.${event.part}`)
        if (!known) continue
        if (known.part.kind === 'reasoning') known.text += event.text ?? ''
        known.signature = event.signature ?? known.signature
        known.encrypted = event.encrypted ?? known.encrypted
      }
    }
  }

  /** Is there anything to store? */
  get hasSignatures(): boolean {
    return this.#items(0).length > 0
  }

  /** Stores what there is: nothing for a turn without tool calls or without signatures. */
  async store(vault: Vault, userId: number): Promise<void> {
    const items = this.#items(userId)
    if (items.length > 0) await vault.save(items)
  }

  #items(userId: number): { key: string; value: string }[] {
    const parts = [...this.#parts.values()]
    const ids = parts.flatMap(({ part }) => (part.kind === 'tool-call' && part.id.length <= LONGEST_ID ? [part.id] : []))
    const calls: Record<string, string> = {}
    for (const { part, signature } of parts) if (part.kind === 'tool-call' && signature !== undefined) calls[part.id] = signature
    const thoughts = parts.flatMap(({ part, text, signature, encrypted }) =>
      part.kind === 'reasoning' && (signature !== undefined || encrypted !== undefined || this.#isWantedBare(part, text))
        ? [{ text, ...(signature && { signature }), ...(encrypted && { encrypted }), ...(part.id && { id: part.id }) }]
        : [],
    )
    const fields = this.#fields?.fields
    if (ids.length === 0 || (thoughts.length === 0 && Object.keys(calls).length === 0 && !fields)) return []
    const { dialect, origin } = this.#signer
    const stored: StoredTurn = { signedBy: dialect, thoughts, calls, ...(origin !== undefined && { origin }), ...(fields && { fields }) }
    const value = JSON.stringify(stored)
    return ids.map((id) => ({ key: keyOf(userId, id), value }))
  }

  /** Vendors that send their thinking as `reasoning_content` refuse a later call without it, signed or not. */
  #isWantedBare(part: ReasoningPart, text: string): boolean {
    return this.#signer.origin !== undefined && text !== '' && part.extras?.spellings?.place === undefined
  }
}

/** The request with the signatures that this vendor gave, on every turn that came back without them. */
export async function withSignatures(request: ChatRequest, signer: Signer, vault: Vault, userId: number): Promise<ChatRequest> {
  const { dialect, origin } = signer
  const bare = request.turns.map((turn) => (isBare(turn, dialect) ? callIds(turn)[0] : undefined))
  const missing = bare.filter((id) => id !== undefined)
  if (missing.length === 0) return request
  const found = await vault.find(missing.map((id) => keyOf(userId, id)))
  if (found.size === 0) return request
  const turns = request.turns.map((turn, at) => {
    const id = bare[at]
    const text = id === undefined ? undefined : found.get(keyOf(userId, id))
    // The text was printed from a StoredTurn by this file.
    const stored: StoredTurn | undefined = text === undefined ? undefined : JSON.parse(text)
    return stored?.signedBy === dialect && stored.origin === origin ? restored(turn, stored) : turn
  })
  return { ...request, turns }
}

/** Does the turn call tools without this vendor's signature? Its thinking may have come back without the calls' signatures. */
function isBare(turn: Turn, dialect: DialectName): boolean {
  return turn.role === 'assistant' && turn.parts.some((part) => part.kind === 'tool-call' && part.signedBy !== dialect)
}

function callIds(turn: Turn): string[] {
  return turn.parts.flatMap((part) => (part.kind === 'tool-call' ? [part.id] : []))
}

/** The vendor's own thinking replaces the client's copy of it, since signatures hold for the exact text only. */
function restored(turn: Turn, stored: StoredTurn): Turn {
  const { fields, signedBy } = stored
  const signed = withTokens(turn, stored)
  return fields ? (vendorDialects[signedBy].keptFields?.restored(signed, fields) ?? signed) : signed
}

function withTokens(turn: Turn, stored: StoredTurn): Turn {
  const { signedBy, thoughts, calls } = stored
  const thinking = thoughts.map((thought): Part => ({ kind: 'reasoning', ...thought, signedBy }))
  // Thinking that came back with its signature stays; what the client changed, invented or sent without a signature is replaced.
  const isHome = turn.parts.some((part) => part.kind === 'reasoning' && part.signedBy === signedBy && (part.signature || part.encrypted))
  const rest = turn.parts.filter((part) => isHome || thinking.length === 0 || part.kind !== 'reasoning')
  const signed = rest.map((part): Part => {
    const signature = part.kind === 'tool-call' ? calls[part.id] : undefined
    return signature === undefined ? part : { ...part, signature, signedBy }
  })
  return { ...turn, parts: isHome ? signed : [...thinking, ...signed] }
}
