// Requests to the sites that users log in with: short, capped, never redirected, and never with the site's words in an error.

import { BodyTooLarge } from '../lib/bodies/read-capped.ts'
import { type ShortRequest, wholeExchange } from '../lib/bodies/whole-exchange.ts'
import { fieldsOf, isRecord } from '../lib/fields.ts'
import type { Egress } from '../lib/net/egress.ts'

const TIMEOUT_MS = 5000
/** Answers of such sites have a few kilobytes. */
const MAX_BYTES = 256 * 1024

/** The site cannot be reached, is out of order, or is too slow. */
export class SiteUnreachable extends Error {}
/** The site refused, or answered with something that it should not. */
export class SiteRefused extends Error {}
/** The site does not know us: what an admin must put right. */
export class SiteMisconfigured extends Error {}

export interface SiteResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export type Ask = (request: ShortRequest) => Promise<SiteResponse>

/** @param timeoutMs for the head of an answer, and again for its body */
export function asker(egress: Pick<Egress, 'send'>, timeoutMs = TIMEOUT_MS): Ask {
  return async (request) => {
    try {
      const { status, headers, body } = await wholeExchange(egress, request, { timeoutMs, maxBytes: MAX_BYTES })
      return { status, headers, text: body.toString('utf8') }
    } catch (error) {
      if (error instanceof BodyTooLarge) throw new SiteRefused('the answer is too large')
      throw new SiteUnreachable(`no answer: ${String(fieldsOf(error).code ?? fieldsOf(error).name ?? 'unknown')}`)
    }
  }
}

/**
 * The object that a site answered with.
 * @throws SiteUnreachable on a failure of the server, SiteRefused on everything else that is no success with a JSON object
 */
export function objectOf({ status, text }: SiteResponse): Readonly<Record<string, unknown>> {
  if (status >= 500 || status === 429) throw new SiteUnreachable(`status ${status}`)
  if (status !== 200) throw new SiteRefused(`status ${status}`)
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {
    // Refused below: the text may hold anything.
  }
  throw new SiteRefused('the answer is no JSON object')
}

/** An id that a site numbers its users with. One that JSON cannot carry exactly could be another user's. */
export function numericSubject(id: unknown): string {
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id <= 0) throw new SiteRefused('the answer has no usable id')
  return String(id)
}

/** A text of an answer; empty where there is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A token as a header can carry it. @throws SiteRefused */
export function headerText(token: string): string {
  if (!/^[\x21-\x7e]+$/.test(token)) throw new SiteRefused('the access token is not usable')
  return token
}
