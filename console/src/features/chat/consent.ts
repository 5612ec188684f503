// Which token this tab has handed to which link. The tab remembers until it is closed, so that a reload does not ask for the same again;
// another link, host, address of ours, token or person is never what was agreed to. No key is kept.
import type { Chat } from '~/shared/chat-template'

export interface Consent {
  readonly chat: Chat
  /** Of this installation: it goes into the link as well. */
  readonly address: string
  readonly userId: number
}

const KEY = 'chat-consent'
const nameOf = ({ chat, address, userId }: Consent) => JSON.stringify([userId, chat.template, address])

/** The id of the token that was agreed to; undefined when the person must be asked. */
export function agreedToken(consent: Consent): number | undefined {
  const id = kept()[nameOf(consent)]
  return typeof id === 'number' ? id : undefined
}

/** @param tokenId undefined: the person is asked again */
export function keepConsent(consent: Consent, tokenId: number | undefined): void {
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
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
