import { useSelector } from '@tanstack/react-store'
import { useEffect, useState } from 'react'
import { useText } from '~/i18n'
import { Button, TalkIcon } from '~/ui/kit'
import type { Chat } from '../chat/chat.ts'
import type { ChatControls } from '../settings/use-chat-settings.ts'
import '../talk/composer.css'
import { EndedCall } from './EndedCall.tsx'
import { LiveCall } from './LiveCall.tsx'
import { VoiceCall } from './voice-call.ts'
import './voice.css'

export interface VoicePanelProps {
  readonly chat: Chat
  readonly controls: ChatControls
  readonly isForAdmin: boolean
  /** Called when a session begins. */
  readonly onBegun: () => void
}

/** In the place of the field to write in, for models that one talks with. A session ends when its conversation leaves the screen. */
export default function VoicePanel({ chat, controls, isForAdmin, onBegun }: VoicePanelProps) {
  const [call, setCall] = useState<VoiceCall>()
  useEffect(() => () => call?.hangUp(), [call])
  const start = () => {
    const { settings, voiceSettings } = controls
    setCall(new VoiceCall({ chat, model: settings.model, group: settings.group, settings: voiceSettings }))
    onBegun()
  }
  if (!call) return <Start model={controls.settings.model} onStart={start} />
  return <OneCall call={call} model={controls.settings.model} isForAdmin={isForAdmin} onStart={start} />
}

interface OneCallProps extends StartProps {
  readonly call: VoiceCall
  readonly isForAdmin: boolean
}

function OneCall({ call, model, isForAdmin, onStart }: OneCallProps) {
  const isOver = useSelector(call.session.state, ({ activity }) => activity === 'ended')
  if (!isOver) return <LiveCall call={call} />
  return (
    <>
      <EndedCall call={call} isForAdmin={isForAdmin} />
      <Start model={model} onStart={onStart} />
    </>
  )
}

interface StartProps {
  readonly model: string
  readonly onStart: () => void
}

function Start({ model, onStart }: StartProps) {
  const t = useText()
  return (
    <div className="composer voice-start">
      <span className="grow text2">{t('playground.voice.intro', { model })}</span>
      <Button kind="primary" icon={<TalkIcon />} onClick={onStart}>
        {t('playground.voice.start')}
      </Button>
    </div>
  )
}
