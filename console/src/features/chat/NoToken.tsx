import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { ChatNotice } from './ChatNotice.tsx'

/** Milliseconds to read why before the tokens are shown (specification section 8). */
const READING = 1500

/** Says that there is no token to chat with, and goes to where one is made. */
export function NoToken() {
  const t = useText()
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate({ to: paths.tokens(), replace: true }), READING)
    return () => clearTimeout(timer)
  }, [navigate])
  return <ChatNotice isTrouble title={t('chat.noToken')} text={t('chat.noTokenText')} />
}
