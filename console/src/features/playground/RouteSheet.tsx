import { useText } from '~/i18n'
import { type AskedRoute, RouteAnswer } from '~/shared/route/RouteAnswer'
import { SideSheet } from '~/ui/kit'
import type { Chat } from './chat/chat.ts'
import type { ChatControls } from './settings/use-chat-settings.ts'

interface RouteSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly chat: Chat
  readonly controls: ChatControls
  readonly userId: number
}

/** Where the next call of this conversation would go: for admins. */
export function RouteSheet({ isOpen, onClose, chat, controls, userId }: RouteSheetProps) {
  const t = useText()
  return (
    <SideSheet isOpen={isOpen} onClose={onClose} width={560} title={t('route.title')}>
      {isOpen && <RouteAnswer question={questionOf(chat, controls, userId)} onLeave={onClose} />}
    </SideSheet>
  )
}

/** Longer openings are left out: they only tell which conversation it is. */
const MAX_OPENING = 100_000

/** Conversations are recognised by their first words. */
function questionOf(chat: Chat, { settings }: ChatControls, userId: number): AskedRoute {
  const { model, group, work, isStream } = settings
  const opening = work === 'chat' ? chat.messages()?.find(({ role }) => role === 'user')?.text : undefined
  return {
    ...{ model, group, user_id: userId },
    ...(work === 'chat' ? { stream: isStream } : {}),
    ...(opening && opening.length <= MAX_OPENING ? { request: { messages: [{ role: 'user', content: opening }] } } : {}),
  }
}
