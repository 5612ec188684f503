// Where a chat link of the option `Chats` leads. A link may carry a token's key, so only some targets are allowed, and the same rule
// decides when the option is saved, when a page may be framed, and when the link is opened (decision 0008).

/** The places of a link that are filled with a token's key. */
const keyPlaces = ['{key}', '{cherryConfig}'] as const

export type ChatTarget =
  /** A page of this host (with its port, in ASCII), over https, or over http on this device. */
  | { readonly kind: 'web'; readonly host: string; readonly origin: string; readonly isThisDevice: boolean }
  /** Whatever program on the person's device is registered for the scheme. */
  | { readonly kind: 'program'; readonly scheme: string }

const thisDevice = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Schemes that run in our page, read files, or are the browser's own. */
const browserSchemes =
  'about blob chrome chrome-extension content data edge file filesystem ftp javascript jar moz-extension resource vbscript view-source ws wss'
/**
 * Schemes that lead to a web address after all, so that "a program on this device" would not be true: browsers opened from elsewhere,
 * Office's "open from the web", and what web pages may register themselves for (HTML, safelisted schemes; `web+…` is tested apart).
 */
const detourSchemes =
  'android-app brave firefox firefox-focus firefox-private googlechrome googlechromes intent intents microsoft-edge opera-http opera-https ' +
  'search-ms ms-appinstaller ms-msdt ms-word ms-excel ms-powerpoint shortcuts x-web-search ' +
  'bitcoin geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sftp sip sms smsto ssh tel urn webcal wtai xmpp'
const refusedSchemes = new Set(`${browserSchemes} ${detourSchemes}`.split(' '))

/**
 * Where a link leads, before or after its places are filled in.
 * @returns undefined when it may not be opened: plain http to another machine, a name or password before the host, a place to fill in
 *   within the host, and every scheme that runs as a page of ours or leads on to an address of its own
 */
export function chatTarget(link: string): ChatTarget | undefined {
  // Browsers drop tabs and line breaks inside an address, so it would not be the one that was judged.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(link)) return undefined
  const scheme = /^([a-z][a-z0-9+.-]*):\S/i.exec(link)?.[1]?.toLowerCase()
  if (scheme === undefined) return undefined
  if (scheme === 'https' || scheme === 'http') return webTarget(link)
  return refusedSchemes.has(scheme) || scheme.startsWith('web+') ? undefined : { kind: 'program', scheme }
}

function webTarget(link: string): ChatTarget | undefined {
  // Without both slashes it would be an address relative to our own.
  if (!/^https?:\/\/[^/\\]/i.test(link) || !URL.canParse(link)) return undefined
  const { protocol, username, password, hostname, host, origin } = new URL(link)
  if (username !== '' || password !== '' || /[{}]/.test(hostname)) return undefined
  const isThisDevice = thisDevice.has(hostname)
  return protocol === 'https:' || isThisDevice ? { kind: 'web', host, origin, isThisDevice } : undefined
}

/** Does this link carry the key of a token? Without one it is the same for everybody. */
export function carriesKey(link: string): boolean {
  return keyPlaces.some((place) => link.includes(place))
}
