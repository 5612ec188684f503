import { sha256 } from '../lib/secret.ts'
import { SiteRefused } from './ask.ts'

/** The widest that the columns of an identity hold. */
const COLUMN_MAX = 190
/** OpenID Connect's own limit for a subject; issuers are no longer. */
const TEXT_MAX = 255

/**
 * An id as a text that distinguishes: MySQL takes texts that differ in spaces at their end for the same, so those are refused.
 * @throws SiteRefused
 */
export function usableSubject(text: string): string {
  if (text === '' || text.length > TEXT_MAX || !/^[\x21-\x7e]+( +[\x21-\x7e]+)*$/.test(text))
    throw new SiteRefused('the id is empty, too long, or has characters that an id may not have')
  return text.length > COLUMN_MAX ? `sha256:${sha256(text)}` : text
}
