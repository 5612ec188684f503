// Chat programs as the option `Chats` names them: an address each, with places for this installation's address and a token's key.

export interface Chat {
  /** Its place in the list, from 0: the id of `/chat/{id}`. */
  readonly id: number
  readonly name: string
  /** An address with {address}, {key} or {cherryConfig} in it. */
  readonly template: string
}

/** What goes into a template. */
export interface ChatFacts {
  /** Of this installation, without a slash at the end. */
  readonly address: string
  /** With `sk-`. */
  readonly key: string
}

/**
 * The configured chats. What a browser kept may be old or written by hand, so nothing is taken on trust.
 * @returns 'broken' when it is not a list of named addresses
 */
export function readChats(json: unknown): readonly Chat[] | 'broken' {
  if (!Array.isArray(json)) return 'broken'
  const chats: Chat[] = []
  for (const [id, entry] of json.entries()) {
    if (typeof entry !== 'object' || entry === null) return 'broken'
    const [named] = Object.entries(entry)
    if (!named || typeof named[1] !== 'string') return 'broken'
    // A script in an address would run as ours; it is left out wherever it came from.
    if (!/^(?:javascript|data|vbscript):/i.test(named[1].trim())) chats.push({ id, name: named[0], template: named[1] })
  }
  return chats
}

/** Does this chat ask for a token's key? Without one it is the same for everybody. */
export function needsKey({ template }: Chat): boolean {
  return template.includes('{key}') || template.includes('{cherryConfig}')
}

/** Can it be shown inside a page? Programs on the user's own machine cannot: their addresses open them. */
export function isWebChat({ template }: Chat): boolean {
  return /^https?:\/\//i.test(template)
}

/** The address that opens a chat with one token. */
export function chatAddress({ template }: Chat, { address, key }: ChatFacts): string {
  const config = () => encodeURIComponent(base64(JSON.stringify({ id: 'waystation', baseUrl: address, apiKey: key })))
  return template
    .replaceAll('{cherryConfig}', config)
    .replaceAll('{address}', () => encodeURIComponent(address))
    .replaceAll('{key}', () => encodeURIComponent(key))
}

/** What the admin set as this installation's address; a fresh one says localhost, which is right only when that is where we are. */
export function addressOf(told: string | undefined, here: string): string {
  const isReal = told !== undefined && /^https?:\/\//.test(told) && !/\/\/(localhost|127\.)/.test(told)
  return (isReal ? told : here).replace(/\/+$/, '')
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
