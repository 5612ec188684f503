// The headers of a page: exactly what the features that are switched on need (reliability.md 6.8, control 54).
import { chatTarget } from '@waystation/contract/site/chat-link'

/** What the options say that pages depend on. */
export interface PolicyFacts {
  /** Origins that the pages may frame, in addition to every https one: local chat programs on plain http. */
  readonly frameOrigins: readonly string[]
  /** The human check's script and frame are loaded. */
  readonly usesTurnstile: boolean
  /** The button for logging in with Telegram is loaded, which opens a window of its own. */
  readonly usesTelegram: boolean
  /** Where the form that begins a payment is sent; empty: nowhere. */
  readonly payAddress: string
  /** Where the scripts of custom code on this page may send what they measure. */
  readonly connectOrigins: readonly string[]
  readonly isHttps: boolean
}

const TURNSTILE = 'https://challenges.cloudflare.com'
const TELEGRAM_SCRIPT = 'https://telegram.org'
const TELEGRAM_FRAME = 'https://oauth.telegram.org'
const HSTS_SECONDS = 180 * 24 * 3600

/** All headers of a page that are about security. */
export function pageHeaders(nonce: string, facts: PolicyFacts): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentPolicy(nonce, facts),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(self), geolocation=()',
    // Telegram's window answers the page that opened it.
    'cross-origin-opener-policy': facts.usesTelegram ? 'same-origin-allow-popups' : 'same-origin',
    ...(facts.isHttps ? { 'strict-transport-security': `max-age=${HSTS_SECONDS}` } : {}),
  }
}

function contentPolicy(nonce: string, facts: PolicyFacts): string {
  const { usesTurnstile, usesTelegram } = facts
  const directives: readonly (readonly string[])[] = [
    ["default-src 'self'"],
    // Browsers that know strict-dynamic ignore the hosts: they load what a script with the nonce loads.
    [`script-src 'nonce-${nonce}' 'strict-dynamic'`, ...when(usesTurnstile, TURNSTILE), ...when(usesTelegram, TELEGRAM_SCRIPT)],
    [`style-src 'self' 'nonce-${nonce}'`],
    ["style-src-attr 'unsafe-inline'"],
    ["img-src 'self' https: data: blob:"],
    // What the playground makes of sound stands in the page's own memory.
    ["media-src 'self' blob:"],
    ["connect-src 'self'", ...facts.connectOrigins.filter(isPlainOrigin)],
    ["frame-src 'self' https:", ...facts.frameOrigins, ...when(usesTurnstile, TURNSTILE), ...when(usesTelegram, TELEGRAM_FRAME)],
    ["frame-ancestors 'self'"],
    ["object-src 'none'"],
    ["base-uri 'none'"],
    ["form-action 'self'", ...originOf(facts.payAddress)],
  ]
  return directives.map((words) => words.join(' ')).join('; ')
}

const when = (isOn: boolean, host: string) => (isOn ? [host] : [])

/** A host may hold a semicolon, which in a policy would begin a directive. */
const isPlainOrigin = (origin: string) => /^https?:\/\/[\w.:[\]-]+$/.test(origin)

function originOf(address: string): string[] {
  return URL.canParse(address) ? [new URL(address).origin].filter(isPlainOrigin) : []
}

/** The origins of those chat links that are on plain http, which is allowed on this device only. */
export function plainOrigins(links: readonly string[]): readonly string[] {
  const targets = links.map(chatTarget)
  const origins = targets.flatMap((target) =>
    target?.kind === 'web' && target.origin.startsWith('http:') && isPlainOrigin(target.origin) ? [target.origin] : [],
  )
  return [...new Set(origins)]
}
