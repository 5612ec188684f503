// The vendors that the fake provider can stand for: a strict vendor for each address, which judges a request before it is answered.
import type { IncomingMessage } from 'node:http'
import { alike } from '@waystation/wire/testing/strict/alike'
import { anthropic } from '@waystation/wire/testing/strict/anthropic/index'
import { gemini, geminiOpenai } from '@waystation/wire/testing/strict/gemini/index'
import type { Refusal, StrictVendor } from '@waystation/wire/testing/strict/judge'
import { openaiChat, openaiResponses } from '@waystation/wire/testing/strict/openai/index'

/** The first pattern that fits an address names the vendor. Addresses that fit none are not judged. */
const vendors: readonly (readonly [RegExp, StrictVendor])[] = [
  [/^\/deepseek\/v1\/chat\//, alike.deepseek],
  [/^\/v1\/chat\/completions$/, openaiChat],
  [/^\/v1\/responses$/, openaiResponses],
  [/^\/v1\/messages(\/count_tokens)?$/, anthropic],
  [/^\/v1beta\/openai\//, geminiOpenai],
  [/^\/v1beta\/models\//, gemini],
]

/** Vendors that share their paths with another one stand below a name of their own. */
const BELOW_NAME = /^\/(deepseek)(?=\/)/

/** The path as the vendor knows it. */
export const vendorPath = (pathname: string): string => pathname.replace(BELOW_NAME, '')

/** The vendor at this address; undefined where none is written. */
export function vendorAt({ url = '' }: IncomingMessage): StrictVendor | undefined {
  const { pathname } = new URL(url, 'http://fake')
  return vendors.find(([pattern]) => pattern.test(pathname))?.[1]
}

/** What the vendor refuses the request for. */
export function refusalOf(vendor: StrictVendor, { url = '', headers }: IncomingMessage, body: unknown): Refusal | undefined {
  const { pathname, searchParams } = new URL(url, 'http://fake')
  return vendor.judge({
    path: vendorPath(pathname),
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body,
  })
}
