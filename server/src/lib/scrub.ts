// Removes from a foreign text what its reader must not learn: keys, and addresses of inner machines (control 23). For vendors' error texts,
// before they are read, logged or stored; never for the output of a model, which is passed on unchanged.
import { withoutEnd } from '@waystation/contract/values/without-end'
import ipaddr from 'ipaddr.js'

/** Known secrets of the upstream, besides what looks like a secret by itself. */
export interface KnownSecrets {
  readonly keys: readonly string[]
  /** Ids, such as that of an organisation. */
  readonly names: readonly string[]
  /** Addresses of the upstream and of proxies between; invalid ones are skipped. */
  readonly urls: readonly string[]
}

export type Scrub = (text: string) => string

const SECRET = '[redacted]'
const ADDRESS = '[address]'

/** Shorter ones are removed only as whole words: they may be a part of an ordinary word. */
const MIN_SAFE_LENGTH = 8
const MIN_LENGTH = 3

/**
 * What looks like a key of any vendor. Each pattern begins at a word boundary, so a long text is read once. Sources: the vendors' own
 * pages.
 */
const KEY_SHAPES = [
  // OpenAI, Anthropic, DeepSeek and the many that copy them; Stripe-like and session keys
  /(?<![\w-])(?:sk|pk|rk|sess)[-_][\w-]{8,}/g,
  // Google, the newer ones with a dot; xAI; Groq; Hugging Face; NVIDIA; Replicate; Perplexity; Fireworks; GitHub; AWS; Google's OAuth
  /(?<![\w-])(?:AIza[\w-]{10,}|AQ\.[\w-]{10,}|xai-[\w-]{8,}|gsk_\w{8,}|hf_\w{8,}|nvapi-[\w-]{8,}|r8_\w{8,}|pplx-\w{8,}|fw_\w{8,}|gh[opsu]_\w{16,})/g,
  /(?<![\w-])(?:(?:AKIA|ASIA)[A-Z0-9]{12,}|ya29\.[\w-]{8,}|eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?)/g,
  // Organisations and projects of OpenAI
  /(?<![\w-])(?:org-\w{16,}|proj_\w{16,})/g,
]
/** Words of prose may follow these; a key has a digit or a sign in it. */
const SIGNED_IN = /(?<![\w-])(Bearer|Basic)(?:\s+|%20)(?=[\w.~+/%=-]{0,400}[\d=+/])[\w.~+/%-]{4,}={0,2}/gi
const NAMED =
  /((?:x-api-key|api[-_]?key|x-goog-api-key|authorization|access[-_]?token|client[-_]?secret|password|secret)["']?\s{0,9}[:=]\s{0,9}["']?)(?!\[redacted\])(?=[^\s"'&,;}<>]{0,400}\d)[^\s"'&,;}<>]{6,}/gi
const IN_QUERY = /([?&](?:key|api[-_]?key|token|sig|signature|access_token)=)(?!\[redacted\])[^&\s"'<>]+/gi
/** A key of which the middle is hidden, as vendors print them. */
const MASKED = /(?<![\w.+/=*•-])([\w.+/=-]{0,40}?)(?:[*•]{2,}|\.{3,}|…)[*•]*([\w+/=-]{0,40})/g
const KEY_BEGINNING = /^(?:(?:sk|pk|rk|sess|xai|nvapi)-|AIza|AQ\.|gsk_|hf_|AKIA)/

const URL_TEXT = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/(?:\[[0-9a-f:.%]{2,60}\])?[^\s"'`<>\\)\]}]*/gi
const HOST_AND_PORT = /(?<![\w.-])(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,10}[a-z][a-z0-9-]{1,62}\.?(?::\d{1,5})?(?![\w-])/gi
const IPV4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\w.]*\d)/g
const IPV6 =
  /\[?(?<![\w:.])(?=[0-9a-f:]*:[0-9a-f]*:)[0-9a-f:]{2,39}(?:\d{1,3}(?:\.\d{1,3}){3})?(?:%\w{1,20})?(?![\w:]|\.\d)\]?(?::\d{1,5})?/gi
/** Names that mean something inside a network only. */
const INNER_NAME = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|corp|home|svc|consul|docker|home\.arpa|in-addr\.arpa)\.?$/i
const LOCALHOST = /(?<![\w.-])localhost(?::\d{1,5})?(?![\w-])/gi
/** Words after which programs print the name of a machine. */
const NAMED_HOST =
  /\b(lookup|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|dial (?:tcp|udp)|connect to|connecting to|connection to|Host:)(\s+)["']?(?!\[address\])([a-z0-9][\w.-]*(?::\d{1,5})?)/gi

/** A function that removes known secrets and what looks like a key or an inner address. Pure; running it twice changes nothing. */
export function scrubber(known: KnownSecrets): Scrub {
  const secrets = secretScrubber(known)
  const addresses = addressScrubber(known.urls)
  return (text) => addresses(secrets(text))
}

/** The same for keys and ids only. */
export function secretScrubber({ keys, names, urls }: KnownSecrets): Scrub {
  const parts = [...keys.flatMap(partsOf), ...names, ...urls.flatMap(credentialsOf)].filter((part) => part.length >= MIN_LENGTH)
  const spellings = [...new Set(parts.flatMap(spellingsOf))].sort((a, b) => b.length - a.length)
  return (text) => {
    let clean = text
    for (const spelling of spellings) if (clean.includes(spelling)) clean = without(clean, spelling)
    // What fills up base64 belongs to it.
    if (clean !== text) clean = clean.replace(/\[redacted\]={1,2}/g, SECRET)
    for (const shape of KEY_SHAPES) clean = clean.replace(shape, SECRET)
    return clean
      .replace(SIGNED_IN, (_whole, scheme: string) => `${scheme} ${SECRET}`)
      .replace(NAMED, (_whole, name: string) => name + SECRET)
      .replace(IN_QUERY, (_whole, name: string) => name + SECRET)
      .replace(MASKED, (whole, begin: string, end: string) => (isMasked(begin, end, parts) ? SECRET : whole))
  }
}

/** A cloud region, which ends keys that are for one region. */
const REGION_AT_END = /\|[a-z]{2,8}(?:-[a-z]{2,12}){1,2}-\d{1,2}$/

/** The keys inside of one: some are a document or a row of several. */
function partsOf(key: string): string[] {
  if (key.startsWith('{')) {
    try {
      const document: Record<string, unknown> = JSON.parse(key)
      const values = Object.values(document).filter((value) => typeof value === 'string')
      return [
        key,
        ...values.flatMap((value) => value.split('\n')).filter((line) => line.length >= MIN_SAFE_LENGTH && !line.startsWith('http')),
      ]
    } catch {
      return [key]
    }
  }
  if (!key.includes('|')) return [key]
  const secrets = key.replace(REGION_AT_END, '').split('|')
  return [key, ...secrets.filter((part) => part.length >= MIN_SAFE_LENGTH)]
}

function credentialsOf(text: string): string[] {
  if (!URL.canParse(text)) return []
  const { username, password } = new URL(text)
  return [username, password].filter((part) => part !== '').flatMap((part) => [part, decoded(part)])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A secret as it may be written: plain, in an address, in base64 alone or as name or password of basic sign-in, and inside of JSON. */
function spellingsOf(secret: string): string[] {
  const base64 = [secret, `:${secret}`, `${secret}:`].map((text) => withoutEnd(Buffer.from(text).toString('base64'), '='))
  const inAddresses = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...base64, ...inAddresses]
}

function without(text: string, secret: string): string {
  if (secret.length >= MIN_SAFE_LENGTH) return text.replaceAll(secret, SECRET)
  const escaped = secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replace(new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'g'), SECRET)
}

function isMasked(begin: string, end: string, keys: readonly string[]): boolean {
  if (begin === '' && end === '') return false
  if (KEY_BEGINNING.test(begin)) return true
  return begin.length + end.length >= MIN_LENGTH && keys.some((key) => key.startsWith(begin) && key.endsWith(end))
}

function addressScrubber(urls: readonly string[]): Scrub {
  const known = urls.flatMap((text) => (URL.canParse(text) ? [new URL(text)] : []))
  const hosts = new Set(known.map((url) => bare(url.hostname)))
  const isInner = (host: string) => hosts.has(bare(host)) || isInnerHost(host)
  return (text) =>
    text
      .replace(URL_TEXT, (url) => (isInner(hostOf(url)) ? ADDRESS : url))
      .replace(HOST_AND_PORT, (name) => (isInner(name.replace(/\.?(?::\d+)?$/, '')) ? ADDRESS : name))
      .replace(LOCALHOST, ADDRESS)
      .replace(IPV6, (whole) => (isInner(inIPv6(whole)) ? ADDRESS : whole))
      .replace(IPV4, (address) => (isInner(address.replace(/:\d+$/, '')) ? ADDRESS : address))
      .replace(NAMED_HOST, (whole, words: string, gap: string, name: string) =>
        isInner(name.replace(/:\d+$/, '')) ||
        (!name.includes('.') && /^(?:lookup|ENOTFOUND|EAI_AGAIN)$/.test(words)) ||
        /^[\w-]+:\d+$/.test(name)
          ? words + gap + ADDRESS
          : whole,
      )
}

const bare = (host: string) => host.toLowerCase().replace(/^\[|\]$|\.$/g, '')

function hostOf(url: string): string {
  // Only for addresses of the web the parser knows which spellings of a number are an IPv4 address.
  const asWeb = withoutEnd(url.replace(/^[a-z][a-z0-9+.-]*:/i, 'http:'), '.,;:!?')
  return URL.canParse(asWeb) ? new URL(asWeb).hostname : ''
}

function inIPv6(whole: string): string {
  const inBrackets = /\[([^[\]]+)\]/.exec(whole)?.[1]
  return inBrackets ?? whole.replace(/[[\]]/g, '')
}

/** Does this host mean something inside a network only? A name without a dot does. */
function isInnerHost(host: string): boolean {
  const name = bare(host).split('%', 1)[0] ?? ''
  if (name === '') return false
  if (ipaddr.isValid(name)) {
    const address = ipaddr.process(name)
    // Node prints `::1:8080` for a port of `::1`.
    const isLow = 'parts' in address && address.parts.slice(0, 6).every((part) => part === 0)
    return /[.:]/.test(name) && (isLow || address.range() !== 'unicast')
  }
  return !name.includes('.') ? !name.includes(':') : INNER_NAME.test(name)
}
