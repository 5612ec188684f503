import { useEffect, useState } from 'react'
import { messageOf } from '~/api/call-error'
import { useText } from '~/i18n'
import { type Chat, chatAddress } from '~/shared/chat/chat-template'
import { isObject } from '~/shared/is-object'
import { keyOf, type Limits, makeTokenFor, type OwnToken, usableTokens } from './tokens.ts'

/** Where the chat opens: inside this page, in a tab, in place of this page, or as a program. */
export type Place = 'here' | 'tab' | 'instead' | 'program'

/** What has been handed over, and where the chat stands now. */
export interface Given {
  readonly token: OwnToken
  /** Holds the key. */
  readonly url: string
  readonly place: Place
}

export interface HandingOver {
  /** Undefined while they are loaded. */
  readonly tokens: readonly OwnToken[] | undefined
  readonly failure: string | undefined
  readonly given: Given | undefined
  /** The same was agreed to in this tab before, and is done again. */
  readonly isResumed: boolean
  /** Hands over a token, or a new one within limits. Never throws: what went wrong is `failure`. */
  agree(choice: OwnToken | Limits, place: Place): Promise<void>
  /** Closes the chat and asks for consent again. */
  askAgain(): void
}

/**
 * The handing over of a key to one chat. It does nothing until `agree` is called, or was for the same link and token in this tab.
 * @param wantedId the token that the person came with
 */
export function useHandOver(consent: Consent, wantedId: number | undefined, isLeaving: boolean): HandingOver {
  const t = useText()
  const [given, setGiven] = useState<Given>()
  const [failure, setFailure] = useState<string>()
  const [tokens, setTokens] = useTokens(wantedId, setFailure)
  const [agreedId, setAgreedId] = useState(() => {
    const id = isLeaving ? undefined : agreedToken(consent)
    return wantedId === undefined || wantedId === id ? id : undefined
  })

  const handOver = async (token: OwnToken, place: Place, tab: Window | null = null) =>
    setGiven({ token, url: await openChat(consent, token, place, tab), place })

  const agreed = tokens?.find(({ id }) => id === agreedId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a token that was agreed to
  useEffect(() => {
    if (agreed) handOver(agreed, 'here').catch(() => setAgreedId(undefined))
  }, [agreed])

  return {
    tokens,
    failure,
    given,
    isResumed: agreed !== undefined,
    async agree(choice, place) {
      // Opened by the click itself: later, browsers would take it for a pop-up.
      const tab = place === 'tab' ? window.open('', '_blank') : null
      setFailure(undefined)
      try {
        if (place === 'tab' && !tab) throw new Error(t('chat.tabBlocked'))
        const isMade = !('id' in choice)
        const token = isMade ? await makeTokenFor(consent.chat.name, choice) : choice
        if (isMade) setTokens((former = []) => [token, ...former])
        await handOver(token, place, tab)
      } catch (error) {
        tab?.close()
        setFailure(messageOf(error))
      }
    },
    askAgain() {
      storeConsent(consent, undefined)
      setAgreedId(undefined)
      setGiven(undefined)
    },
  }
}

/** The tokens that can be handed over; undefined while they are loaded. */
function useTokens(wantedId: number | undefined, onFailure: (failure: string) => void) {
  const [tokens, setTokens] = useState<readonly OwnToken[]>()
  useEffect(() => {
    const stop = new AbortController()
    usableTokens(wantedId, stop.signal).then(setTokens, (error: unknown) => {
      if (!stop.signal.aborted) onFailure(messageOf(error))
    })
    return () => stop.abort()
  }, [wantedId, onFailure])
  return [tokens, setTokens] as const
}

/** Opens the chat with the token's key, unless the page itself shows it. @returns its address, which holds the key */
async function openChat(consent: Consent, token: OwnToken, place: Place, tab: Window | null): Promise<string> {
  const url = chatAddress(consent.chat, { address: consent.address, key: await keyOf(token) })
  if (place === 'here') storeConsent(consent, token.id)
  if (tab) leadTab(tab, url)
  if (place === 'instead') location.replace(url)
  if (place === 'program') location.assign(url)
  return url
}

/** The new tab cannot reach the page that opened it. */
function leadTab(tab: Window, url: string): void {
  tab.opener = null
  tab.location.replace(url)
}

// Which token this tab has handed to which link. It lasts until the tab is closed, so that a reload does not ask again;
// a consent never covers another link, host, address of ours, token or user. No key is stored.

export interface Consent {
  readonly chat: Chat
  /** Of this installation: it goes into the link as well. */
  readonly address: string
  readonly userId: number
}

const KEY = 'chat-consent'
const nameOf = ({ chat, address, userId }: Consent) => JSON.stringify([userId, chat.template, address])

/** The id of the token that the user consented to; undefined when there is no consent. */
function agreedToken(consent: Consent): number | undefined {
  const id = kept()[nameOf(consent)]
  return typeof id === 'number' ? id : undefined
}

/** @param tokenId undefined: forgets the consent */
function storeConsent(consent: Consent, tokenId: number | undefined): void {
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
