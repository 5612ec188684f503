// Chat programs as the option `Chats` names them: a link each, with places for this installation's address and a token's key.
import { type ChatTarget, carriesKey, chatTarget } from '@waystation/contract/site/chat-link'

export interface Chat {
  /** Its place in the list, from 0: the id of `/chat/{id}`. */
  readonly id: number
  readonly name: string
  /** A link with {address}, {key} or {cherryConfig} in it. */
  readonly template: string
  /** Where it leads, whatever is filled in. */
  readonly target: ChatTarget
}

/** What goes into a template. */
export interface ChatFacts {
  /** Of this installation, without a slash at the end. */
  readonly address: string
  /** With `sk-`. */
  readonly key: string
}

/**
 * The configured chats. A stored value may be old or edited by hand, so everything is checked: links that may not be opened are
 * left out.
 * @returns 'broken' when it is not a list of named addresses
 */
export function readChats(json: unknown): readonly Chat[] | 'broken' {
  if (!Array.isArray(json)) return 'broken'
  const chats: Chat[] = []
  for (const [id, entry] of json.entries()) {
    if (typeof entry !== 'object' || entry === null) return 'broken'
    const [named] = Object.entries(entry)
    if (!isNamedLink(named)) return 'broken'
    const chat = chatOf(id, ...named)
    if (chat) chats.push(chat)
  }
  return chats
}

/** The chat of a link; undefined when the link leads where none may, wherever it came from. */
export function chatOf(id: number, name: string, template: string): Chat | undefined {
  const target = chatTarget(template)
  return target && { id, name, template, target }
}

/** Does this chat need a token's key? Without one it is the same for all users. */
export function needsKey({ template }: Chat): boolean {
  return carriesKey(template)
}

/** Can it be shown inside a page? Programs on the user's own device cannot: their links open them. */
export function isWebChat({ target }: Chat): boolean {
  return target.kind === 'web'
}

/**
 * The link that opens a chat with one token. It holds the key: it goes to the chat and nowhere else, our own address bar included.
 * @throws Error when what was filled in would make it lead elsewhere
 */
export function chatAddress({ template, target }: Chat, { address, key }: ChatFacts): string {
  const config = () => encodeURIComponent(base64(JSON.stringify({ id: 'waystation', baseUrl: address, apiKey: key })))
  const link = template
    .replaceAll('{cherryConfig}', config)
    .replaceAll('{address}', () => encodeURIComponent(address))
    .replaceAll('{key}', () => encodeURIComponent(key))
  if (JSON.stringify(chatTarget(link)) !== JSON.stringify(target)) throw new Error('The chat link leads elsewhere once it is filled in')
  return link
}

/** The admin's address of this installation; a fresh one has localhost, which is right only when the browser is there too. */
export function addressOf(configured: string | undefined, here: string): string {
  const isReal = configured !== undefined && /^https?:\/\//.test(configured) && !/\/\/(localhost|127\.)/.test(configured)
  return (isReal ? configured : here).replace(/\/+$/, '')
}

function isNamedLink(entry: [string, unknown] | undefined): entry is [string, string] {
  return typeof entry?.[1] === 'string'
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
