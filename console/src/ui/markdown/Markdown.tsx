import { lazy, memo, Suspense } from 'react'
import type { MarkdownBodyProps } from './MarkdownBody.tsx'
import './markdown.css'

const MarkdownBody = lazy(() => import('./MarkdownBody.tsx'))

export type MarkdownProps = Pick<MarkdownBodyProps, 'text'> & Partial<MarkdownBodyProps>

/**
 * Markdown as elements of our own: no HTML of the text's, links that cannot reach back, pictures that cannot run. What it needs is
 * loaded when it is first shown; until then the text stands as it is.
 */
export const Markdown = memo(function Markdown({ text, isGrowing = false, isTrusted = false, manual }: MarkdownProps) {
  return (
    <Suspense
      fallback={
        <div className={`markdown markdown-plain ${isGrowing ? 'growing' : ''}`} aria-busy>
          {text}
        </div>
      }
    >
      <MarkdownBody text={text} isGrowing={isGrowing} isTrusted={isTrusted} manual={manual} />
    </Suspense>
  )
})
