import { useSelector } from '@tanstack/react-store'
import { useCallback, useEffect, useState } from 'react'
import { newId } from '~/shared/new-id'
import { useUrlState } from '~/ui/kit'
import type { ChatRoom } from './chat/chat-room.ts'

/**
 * Which conversation is on the screen: the one that the address names (`?c=`), else a new one, which gets its address with its first
 * question. An address that names none of this browser's conversations becomes a new one.
 */
export function useConversationId(room: ChatRoom) {
  const { params, change } = useUrlState()
  const conversations = useSelector(room.state, (state) => state.conversations)
  const [fresh, setFresh] = useState(newId)
  const named = params.c
  const isKnown = named !== undefined && (named === fresh || conversations.some((one) => one.id === named))
  const id = isKnown ? named : fresh

  useEffect(() => {
    if (named !== undefined && !isKnown) change({ c: undefined }, true)
  }, [named, isKnown, change])

  const start = useCallback(() => {
    setFresh(newId())
    change({ c: undefined })
  }, [change])
  const choose = useCallback(() => change({ c: id }, true), [change, id])
  return { id, isOld: isKnown, start, choose }
}
