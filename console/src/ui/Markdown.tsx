import { lazy, memo, Suspense } from 'react'
import './markdown/markdown.css'

const MarkdownBody = lazy(() => import('./markdown/MarkdownBody.tsx'))

export interface MarkdownProps {
  readonly text: string
  /** More is to come: what is finished is not parsed again, and a caret stands at the end. */
  readonly isGrowing?: boolean
  /** An admin wrote it: its images are fetched at once. Others', such as a model's, are fetched when somebody asks for them. */
  readonly isTrusted?: boolean
}

/**
 * Markdown as elements of our own: no HTML of the text's, links that cannot reach back, pictures that cannot run. What it needs is
 * loaded when it is first shown; until then the text stands as it is.
 */
export const Markdown = memo(function Markdown({ text, isGrowing = false, isTrusted = false }: MarkdownProps) {
  return (
    <Suspense fallback={<div className={`markdown markdown-plain ${isGrowing ? 'growing' : ''}`}>{text}</div>}>
      <MarkdownBody text={text} isGrowing={isGrowing} isTrusted={isTrusted} />
    </Suspense>
  )
})
