// Which token this tab has handed to which link. It lasts until the tab is closed, so that a reload does not ask again;
// a consent never covers another link, host, address of ours, token or user. No key is stored.
import type { Chat } from '~/shared/chat-template'
import { isObject } from '~/shared/is-object'

export interface Consent {
  readonly chat: Chat
  /** Of this installation: it goes into the link as well. */
  readonly address: string
  readonly userId: number
}

const KEY = 'chat-consent'
const nameOf = ({ chat, address, userId }: Consent) => JSON.stringify([userId, chat.template, address])

/** The id of the token that the user consented to; undefined when there is no consent. */
export function agreedToken(consent: Consent): number | undefined {
  const id = kept()[nameOf(consent)]
  return typeof id === 'number' ? id : undefined
}

/** @param tokenId undefined: forgets the consent */
export function storeConsent(consent: Consent, tokenId: number | undefined): void {
  const all = { ...kept(), [nameOf(consent)]: tokenId }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    // A browser that refuses storage asks each time.
  }
}

function kept(): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '')
    return isObject(json) ? json : {}
  } catch {
    return {}
  }
}
