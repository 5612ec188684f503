import { useLoaderData } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useText } from '~/i18n'
import { useSystemName } from '~/session/status'
import { SafeHtml } from '~/shared/SafeHtml'
import { Footer } from '~/shell/Footer'
import { type Content, contentOf } from './content-kind.ts'
import { HomePage } from './HomePage.tsx'
import './home-content.css'

const Markdown = lazy(() => import('./HomeMarkdown.tsx'))

/** `/`: what the admin wrote, else our own page. */
export default function HomeRoute() {
  const t = useText()
  const name = useSystemName()
  const content = contentOf(useLoaderData({ strict: false }) as string)
  return (
    <>
      <title>{`${t('home.title')} · ${name}`}</title>
      {content.kind === 'address' ? (
        // Without allow-same-origin: whatever is embedded is a stranger to this site, even when it comes from here.
        <iframe
          id="content"
          className="home-frame"
          src={content.url}
          title={t('home.title')}
          sandbox="allow-scripts allow-forms allow-popups"
          referrerPolicy="no-referrer"
        />
      ) : (
        <>
          <main id="content" tabIndex={-1} className="home-main">
            <Own content={content} />
          </main>
          <Footer />
        </>
      )}
    </>
  )
}

function Own({ content }: { readonly content: Content }) {
  if (content.kind === 'html') {
    return (
      <div className="home-content">
        <SafeHtml html={content.text} />
      </div>
    )
  }
  if (content.kind !== 'markdown') return <HomePage />
  return (
    <div className="home-content">
      <Suspense fallback={null}>
        <Markdown text={content.text} />
      </Suspense>
    </div>
  )
}
