import { Link } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useServerAddress } from '~/shared/server-address'
import { CodeBlock, SideSheet } from '~/ui/kit'
import { callSamples } from './call-samples.ts'
import type { Chat } from './chat/chat.ts'
import type { Message } from './chat/message.ts'
import { chatBody } from './chat/request-body.ts'
import type { ChatControls } from './use-chat-settings.ts'

export interface CodeSheetProps {
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
  const asked = messages.slice(0, messages.findLastIndex(({ role }) => role === 'user') + 1)
  const example: Pick<Message, 'role' | 'text' | 'images' | 'status'> = {
    role: 'user',
    text: t('snippet.prompt'),
    images: [],
    status: 'complete',
  }
  return <CodeBlock samples={callSamples({ address, body: chatBody(controls.settings, asked.length > 0 ? asked : [example]) })} />
}
