import { useText } from '~/i18n'
import { HistoryIcon, IconButton, NewChatIcon, SlidersIcon } from '~/ui/kit'
import { ModelPicker } from './Pickers.tsx'
import type { ChatControls } from './use-chat-settings.ts'

export interface PhoneBarProps {
  readonly controls: ChatControls
  readonly onNew: () => void
  readonly onConversations: () => void
  readonly onSettings: () => void
}

/** Where there is no room for the sides: the model, and what opens them. */
export function PhoneBar({ controls, onNew, onConversations, onSettings }: PhoneBarProps) {
  const t = useText()
  return (
    <div className="phone-bar">
      <div className="grow">
        <ModelPicker controls={controls} />
      </div>
      <IconButton isBordered label={t('playground.settings')} icon={<SlidersIcon />} onClick={onSettings} />
      <IconButton isBordered label={t('playground.conversations')} icon={<HistoryIcon />} onClick={onConversations} />
      <IconButton isBordered label={t('playground.newConversation')} icon={<NewChatIcon />} onClick={onNew} />
    </div>
  )
}
