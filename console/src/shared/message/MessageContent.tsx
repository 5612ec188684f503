import type { MessageFormat } from '@waystation/contract/people/message'
import { Markdown } from '~/ui/kit'
import { SafeHtml } from '../site/SafeHtml.tsx'
import './message-content.css'

/** What a message says. Its HTML becomes elements of our own, as that of the site's pages does: nothing of it can run. */
export function MessageContent({ format, content }: { readonly format: MessageFormat; readonly content: string }) {
  if (format === 'markdown') return <Markdown text={content} isTrusted />
  if (format === 'plain') return <p className="message-plain">{content}</p>
  return (
    <div className="markdown message-html">
      <SafeHtml html={content} />
    </div>
  )
}
