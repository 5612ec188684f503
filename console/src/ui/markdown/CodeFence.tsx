import { memo, useMemo } from 'react'
import { CopyButton } from '../CopyButton.tsx'
import { useHighlighter } from './use-highlighter.ts'
import '../code.css'

/** Longer code stands in one colour: colouring it would take longer than a frame. */
const MAX_COLOURED_LENGTH = 30_000

/** A block of code out of Markdown: its language, a copy button, colours where its grammar is known. */
export const CodeFence = memo(function CodeFence({ code, language }: { readonly code: string; readonly language: string }) {
  const { highlight, isComing } = useHighlighter()
  const coloured = useMemo(
    () => (highlight && code.length <= MAX_COLOURED_LENGTH ? highlight(code, language) : code),
    [highlight, code, language],
  )
  return (
    <div className="code-block">
      <div className="code-head">
        <span className="text2">{language || 'text'}</span>
        <span className="grow" />
        <CopyButton value={code} hasWords />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} aria-busy={isComing || undefined}>
        <code>{coloured}</code>
      </pre>
    </div>
  )
})
