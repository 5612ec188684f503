// The heavy part of Markdown: loaded when it is first needed.

import { memo, useMemo } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { CopyButton } from '../copy/CopyButton.tsx'
import { markdownBlocks } from './blocks.ts'
import { ClickToLoadImage } from './ClickToLoadImage.tsx'
import { type Manual, ManualContext, manualComponents } from './manual.tsx'
import { isImageAddress, isLinkAddress } from './safe-address.ts'
import { useHighlighter } from './use-highlighter.ts'
import '../copy/code.css'

/** Longer code stands in one colour: colouring it would take longer than a frame. */
const MAX_COLOURED_LENGTH = 30_000

/** A block of code out of Markdown: its language, a copy button, colours where its grammar is known. */
const CodeFence = memo(function CodeFence({ code, language }: { readonly code: string; readonly language: string }) {
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

export interface MarkdownBodyProps {
  readonly text: string
  /** More is to come: what is finished is not parsed again, and a caret stands at the end. */
  readonly isGrowing: boolean
  /** An admin wrote it: its images are fetched at once. Those of others, such as a model, are fetched on a click. */
  readonly isTrusted: boolean
  /** It is a page of the console's own manual: its links lead to pages of the console, and its headings can be linked to. */
  readonly manual?: Manual | undefined
}

const plugins = [remarkGfm]

/** Elements for the words of strangers: images are not fetched by themselves. */
const components: Components = {
  a: ({ href, children }) => {
    if (!href) return <span>{children}</span>
    const isHere = href.startsWith('#')
    return (
      <a href={href} {...(isHere ? {} : { target: '_blank', rel: 'noopener noreferrer nofollow' })}>
        {children}
      </a>
    )
  },
  img: ({ src, alt }) =>
    typeof src === 'string' && src !== '' ? <ClickToLoadImage src={src} alt={alt ?? ''} /> : <span className="text3">{alt}</span>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div className="markdown-table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  // The box of a task list; it cannot be ticked, so it is a sign and no control.
  input: ({ checked }) => <span className="markdown-task">{checked === true ? '☑' : '☐'} </span>,
  pre: ({ node }) => {
    const code = node?.children[0]
    if (code?.type !== 'element') return null
    const names = Array.isArray(code.properties.className) ? code.properties.className : []
    const language = names.map(String).find((name) => name.startsWith('language-'))
    const text = code.children.map((child) => (child.type === 'text' ? child.value : '')).join('')
    return <CodeFence code={text.replace(/\n$/, '')} language={language?.slice('language-'.length) ?? ''} />
  },
}

/** Elements for what an admin wrote. */
const trustedComponents: Components = {
  ...components,
  img: ({ src, alt }) =>
    typeof src === 'string' && src !== '' ? (
      <img src={src} alt={alt ?? ''} loading="lazy" referrerPolicy="no-referrer" />
    ) : (
      <span className="text3">{alt}</span>
    ),
}

/** Elements for the console's own manual. */
const ownComponents: Components = { ...trustedComponents, ...manualComponents }

/** Addresses that are not safe become empty: what they stood in is shown without them. */
function safeAddress(address: string, name: string): string {
  return (name === 'src' ? isImageAddress(address) : isLinkAddress(address)) ? address : ''
}

type PieceProps = Pick<MarkdownBodyProps, 'text' | 'isTrusted' | 'manual'>

const Piece = memo(function Piece({ text, isTrusted, manual }: PieceProps) {
  const drawn = manual ? ownComponents : isTrusted ? trustedComponents : components
  const addressOf = (address: string, name: string) => (name === 'href' && manual?.pathOf(address)) || safeAddress(address, name)
  return (
    <ReactMarkdown remarkPlugins={plugins} components={drawn} urlTransform={addressOf}>
      {text}
    </ReactMarkdown>
  )
})

/** What names an address or a note for another place of the text: such a text must be parsed in one piece. */
const definition = /^ {0,3}\[[^\]]+\]:/m

/** Markdown as elements. It is parsed block by block, so that a long answer that grows costs no more at its end than at its beginning. */
export default function MarkdownBody({ text, isGrowing, isTrusted, manual }: MarkdownBodyProps) {
  const pieces = !isGrowing && definition.test(text) ? [text] : markdownBlocks(text)
  return (
    <ManualContext value={manual}>
      <div className={`markdown ${isGrowing ? 'growing' : ''}`}>
        {pieces.map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end
          <Piece key={index} text={piece} isTrusted={isTrusted} manual={manual} />
        ))}
      </div>
    </ManualContext>
  )
}
