import { useEffect, useState } from 'react'
import { messageOf } from '~/api/call-error'
import { useUser } from '~/session/user'
import { type Chat, chatAddress, needsKey } from '~/shared/chat-template'
import { useServerAddress } from '~/shared/server-address'
import { firstEnabledKey } from './first-key.ts'

export type ChatAddress =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'loading' }
  | { readonly kind: 'no-login' }
  | { readonly kind: 'no-token' }
  | { readonly kind: 'failed'; readonly reason: string }

type KeyAnswer = { readonly key: string | undefined } | { readonly reason: string } | undefined

/** The address that opens a chat, with the caller's first enabled token where it asks for one. */
export function useChatAddress(chat: Chat | undefined): ChatAddress {
  const userId = useUser()?.id
  const address = useServerAddress()
  const isKeyNeeded = chat !== undefined && needsKey(chat)
  const [answer, setAnswer] = useState<KeyAnswer>()

  useEffect(() => {
    if (!isKeyNeeded || userId === undefined) return
    const stop = new AbortController()
    firstEnabledKey(stop.signal).then(
      (key) => setAnswer({ key }),
      (error: unknown) => {
        if (!stop.signal.aborted) setAnswer({ reason: messageOf(error) })
      },
    )
    return () => stop.abort()
  }, [isKeyNeeded, userId])

  if (!chat) return { kind: 'loading' }
  if (!isKeyNeeded) return { kind: 'ready', url: chatAddress(chat, { address, key: '' }) }
  if (userId === undefined) return { kind: 'no-login' }
  if (!answer) return { kind: 'loading' }
  if ('reason' in answer) return { kind: 'failed', reason: answer.reason }
  return answer.key === undefined ? { kind: 'no-token' } : { kind: 'ready', url: chatAddress(chat, { address, key: answer.key }) }
}
