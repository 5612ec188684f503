// Rankings: which of these documents answer a query best. What clients write is read by `request.ts` and what they get is written by
// `reply.ts`, both in a shape that the clients of all vendors know; what a vendor takes and gives is a format, one file for each.
import type { LossLog } from '../chat/losses/loss.ts'
import type { WireUsage } from '../chat/reply/usage.ts'
import type { Json, JsonObject } from '../encoding/json.ts'

/** A query or a document. */
export interface RerankItem {
  /** Its place in the request, such as `documents[2]`. */
  readonly path: string
  /** Undefined where it is a picture. */
  readonly text: string | undefined
  /** As the client wrote it, where it wrote more than a text. */
  readonly object?: JsonObject
}

/** A request, whatever its format. */
export interface RerankRequest {
  readonly model: string | undefined
  readonly query: RerankItem
  readonly documents: readonly RerankItem[]
  /** How many of them the client wants; undefined: all. */
  readonly topN: number | undefined
  /** Does the client want the documents in the reply? Undefined: it does not say. */
  readonly wantsDocuments: boolean | undefined
  /** Fields that not all formats have. */
  readonly extras: JsonObject
}

/** One document's place in the ranking. */
export interface RankedDocument {
  readonly index: number
  readonly score: number
}

/** A reply, whatever its format. */
export interface RerankReply {
  readonly id: string | undefined
  readonly ranking: readonly RankedDocument[]
}

/** What a vendor takes and gives. */
export interface RerankFormat {
  /** Which fields that not all formats have it takes. */
  readonly fields: ReadonlySet<string>
  /**
   * The body for the vendor.
   * @param extras fields that not all formats have, and that are to be sent
   */
  writeRequest(request: RerankRequest, model: string, extras: JsonObject, losses: LossLog): JsonObject
  /** Undefined: it is no ranking. */
  readReply(reply: Json | undefined): RerankReply | undefined
  /** Undefined where nothing is reported. */
  readUsage(reply: Json): WireUsage | undefined
}

/** Query and documents as formats have them that know texts only: what else is in them is lost. */
export function textsOnly({ query, documents }: Pick<RerankRequest, 'query' | 'documents'>, losses: LossLog) {
  return { query: textOnly(query, losses), documents: documents.map((document) => textOnly(document, losses)) }
}

function textOnly({ path, text, object }: RerankItem, losses: LossLog): string {
  if (text === undefined) losses.add(path, 'needed')
  for (const name of Object.keys(object ?? {})) {
    if (name !== 'text' && text !== undefined) losses.add(`${path}.${name}`, 'not-expressible')
  }
  return text ?? ''
}
