import { lazy, type ReactNode, Suspense } from 'react'
import { type Content, contentOf } from './content-kind.ts'
import { SafeHtml } from './SafeHtml.tsx'
import './site-content.css'

const Markdown = lazy(() => import('./SiteMarkdown.tsx'))

export interface SiteContentProps {
  /** Markdown, HTML or an https address, as the admin wrote it; empty: `builtIn` is shown. */
  readonly written: string
  /** Names the embedded page for screen readers. */
  readonly title: string
  readonly builtIn: ReactNode
  /** Below everything but an embedded page, which brings its own. */
  readonly footer: ReactNode
}

/** A public page that an admin may replace: sanitised text, or another site in a sandboxed frame. */
export function SiteContent({ written, title, builtIn, footer }: SiteContentProps) {
  const content = contentOf(written)
  if (content.kind === 'address') {
    return (
      // Without allow-same-origin: whatever is embedded is a stranger to this site, even when it comes from here.
      <iframe
        id="content"
        className="site-frame"
        src={content.url}
        title={title}
        sandbox="allow-scripts allow-forms allow-popups"
        referrerPolicy="no-referrer"
      />
    )
  }
  return (
    <>
      <main id="content" tabIndex={-1} className="site-main">
        {content.kind === 'none' ? builtIn : <Written content={content} />}
      </main>
      {footer}
    </>
  )
}

function Written({ content }: { readonly content: Extract<Content, { readonly text: string }> }) {
  return (
    <div className="site-content">
      {content.kind === 'html' ? (
        <SafeHtml html={content.text} />
      ) : (
        <Suspense fallback={null}>
          <Markdown text={content.text} />
        </Suspense>
      )}
    </div>
  )
}
