import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useServerAddress } from '~/shared/server-address'
import { CodeBlock, SideSheet } from '~/ui/kit'
import type { Chat } from './chat/chat.ts'
import type { Message } from './chat/message.ts'
import { requestOf } from './chat/request-body.ts'
import { samplesOf } from './settings/call-samples.ts'
import { realtimeSamples } from './settings/realtime-samples.ts'
import type { ChatControls } from './settings/use-chat-settings.ts'

interface CodeSheetProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly chat: Chat
  readonly controls: ChatControls
}

/** The conversation up to its last question, as a call to copy. */
export function CodeSheet({ isOpen, onClose, chat, controls }: CodeSheetProps) {
  const t = useText()
  return (
    <SideSheet isOpen={isOpen} onClose={onClose} width={720} title={t('playground.codeTitle')}>
      <div className="stack">
        <p className="text2">
          {t('playground.codeText', { group: controls.settings.group })} <Link to={paths.tokens()}>{t('playground.makeToken')}</Link>
        </p>
        {isOpen && <Samples chat={chat} controls={controls} />}
      </div>
    </SideSheet>
  )
}

function Samples({ chat, controls }: Pick<CodeSheetProps, 'chat' | 'controls'>) {
  const t = useText()
  const address = useServerAddress()
  const messages = chat.messages() ?? []
  const { settings, voiceSettings } = controls
  const asked = messages.slice(0, messages.findLastIndex(({ role }) => role === 'user') + 1)
  const example: Pick<Message, 'role' | 'text' | 'images' | 'sound' | 'status'> = {
    role: 'user',
    text: t('snippet.prompt'),
    images: [],
    status: 'complete',
  }
  if (settings.work === 'realtime') {
    const text = asked.findLast((message) => message.text !== '')?.text ?? example.text
    return <CodeBlock samples={realtimeSamples({ address, model: settings.model, ...voiceSettings, text })} />
  }
  return <CodeBlock samples={samplesOf(address, requestOf(settings, asked.length > 0 ? asked : [example]))} />
}
