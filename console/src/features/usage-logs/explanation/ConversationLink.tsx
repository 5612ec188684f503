import { callContent, ownCallContent } from '@waystation/contract/api/log'
import type { CallContent } from '@waystation/contract/calls/call-content'
import type { LogEntry } from '@waystation/contract/calls/log'
import { type ReactNode, useState } from 'react'
import { useData } from '~/api/use-data'
import { type TextKey, useText } from '~/i18n'
import { CopyButton, ErrorState, SideSheet, SkeletonLines } from '~/ui/kit'
import './conversation.css'

interface ConversationProps {
  readonly row: LogEntry
  readonly isAdmin: boolean
}

/** A link from a call to what was said in it. It is read only when somebody opens it. */
export function ConversationLink({ row, isAdmin }: ConversationProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="link-button" onClick={() => setIsOpen(true)}>
        {t('log.conversation')}
      </button>
      <SideSheet isOpen={isOpen} onClose={() => setIsOpen(false)} width={720} title={t('log.conversation')}>
        <ConversationSheet requestId={row.request_id} isAdmin={isAdmin} />
      </SideSheet>
    </>
  )
}

function ConversationSheet({ requestId, isAdmin }: { readonly requestId: string; readonly isAdmin: boolean }) {
  const payload = { params: { request_id: requestId } }
  const all = useData(callContent, payload, { when: isAdmin })
  const own = useData(ownCallContent, payload, { when: !isAdmin })
  const { data, error, refresh } = isAdmin ? all : own
  if (error) return <ErrorState error={error} onRetry={refresh} />
  if (!data) return <SkeletonLines count={6} />
  return <Conversation content={data} />
}

const ROLES: Readonly<Record<string, TextKey>> = { user: 'log.saidUser', assistant: 'log.saidAssistant', tool: 'log.saidTool' }

/** As it was said: the prompts that steer it, the messages before, the last one, and the answer to it. */
function Conversation({ content }: { readonly content: CallContent }) {
  const t = useText()
  const { channel_system_prompt: channelPrompt = '', system_prompt: systemPrompt, context, is_cut: isCut } = content
  const messages = context.map(({ role, text }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they never change
    <Said key={at} by={nameOf(role, t)} text={text} isOwn={role === 'user'} />
  ))
  return (
    <div className="stack conversation">
      <p className="text3">
        {t('log.conversationText')} {isCut && t('log.conversationCut')}
      </p>
      <Said by={t('log.saidChannel')} text={channelPrompt} isQuiet />
      <Said by={t('log.saidSystem')} text={systemPrompt} isQuiet />
      {messages.slice(0, content.context_before)}
      <Said by={t('log.saidUser')} text={content.input_content} isOwn />
      {messages.slice(content.context_before)}
      <Said by={t('log.saidReasoning')} text={content.reasoning_content} isQuiet />
      <Said by={t('log.saidAssistant')} text={content.output_content} />
    </div>
  )
}

function nameOf(role: string, t: ReturnType<typeof useText>): string {
  const name = ROLES[role]
  return name ? t(name) : role
}

interface SaidProps {
  readonly by: string
  readonly text: string
  /** Was it said by the caller? */
  readonly isOwn?: boolean
  /** Is it folded until it is opened? */
  readonly isQuiet?: boolean
}

function Said({ by, text, isOwn = false, isQuiet = false }: SaidProps): ReactNode {
  if (text === '') return null
  const head = (
    <>
      {by} <CopyButton value={text} label={by} />
    </>
  )
  const body = <p className="said-text">{text}</p>
  if (!isQuiet) {
    return (
      <section className={isOwn ? 'said said-own' : 'said'}>
        <h3>{head}</h3>
        {body}
      </section>
    )
  }
  return (
    <details className="said">
      <summary>{by}</summary>
      {body}
    </details>
  )
}
