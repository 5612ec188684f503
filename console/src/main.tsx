import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { startWords } from './i18n/index.ts'
import { router } from './routes/router.ts'
import { onStatus, storedStatus } from './session/status.ts'
import { startStyleNonce } from './ui/style-nonce.ts'
import { startTheme } from './ui/theme-mode.ts'
import { showZone } from './ui/time-zone.ts'
import './ui/base.css'

startStyleNonce()
startTheme()
startFavicon()
startClock()
void start()

/** In a function, not at the top level: the pages' scripts import from the file that this one ends up in, and would wait for each other. */
async function start(): Promise<void> {
  // Back and forward work while the first page loads too: the router itself listens only once it is drawn.
  const unsubscribe = router.history.subscribe(() => void router.load())
  // The page's own chunks load in parallel with the texts.
  await Promise.all([startWords(), router.load().catch(() => undefined)])
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
      <OnceDrawn run={unsubscribe} />
    </StrictMode>,
  )
}

/** Comes after the router, so that the router listens when this runs. */
function OnceDrawn({ run }: { readonly run: () => void }): null {
  useLayoutEffect(run, [run])
  return null
}

/** On the browser's tab: the installation's own logo where it has one, else the mark of index.html. Called once at start. */
function startFavicon(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const mark = link?.href
  if (!link || !mark) return
  const show = () => {
    const href = storedStatus()?.logo || mark
    if (link.href !== href) link.href = href
  }
  show()
  onStatus(show)
}

/** Moments are shown by the site's clock. Called once at start. */
function startClock(): void {
  const show = () => showZone(storedStatus()?.time_zone)
  show()
  onStatus(show)
}
