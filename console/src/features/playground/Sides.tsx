import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '~/i18n'
import { HistoryIcon, IconButton, NewChatIcon, SideSheet, SlidersIcon } from '~/ui/kit'
import { ModelPicker } from './settings/Pickers.tsx'
import type { ChatControls } from './settings/use-chat-settings.ts'

interface PhoneBarProps {
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

/** What a narrow window shows over the talk, the call to copy, and where it would go. */
type Sheet = 'conversations' | 'settings' | 'code' | 'route'

/** Which sheet is open. A wider window has the sides next to the conversation. */
export function useSheet(isCompact: boolean) {
  const [sheet, setSheet] = useState<Sheet>()
  useEffect(() => {
    if (!isCompact) setSheet((open) => (open === 'code' || open === 'route' ? open : undefined))
  }, [isCompact])
  return [sheet, setSheet] as const
}

interface SheetsProps {
  readonly sheet: Sheet | undefined
  readonly onClose: () => void
  readonly list: ReactNode
  readonly settings: ReactNode
}

/** The sides of a narrow window. */
export function Sheets({ sheet, onClose, list, settings }: SheetsProps) {
  const t = useText()
  return (
    <>
      <SideSheet isOpen={sheet === 'conversations'} onClose={onClose} side="left" width={300} title={t('playground.conversations')}>
        <div className="play-sheet">{list}</div>
      </SideSheet>
      <SideSheet isOpen={sheet === 'settings'} onClose={onClose} width={360} title={t('playground.settings')}>
        <div className="play-sheet">{settings}</div>
      </SideSheet>
    </>
  )
}
