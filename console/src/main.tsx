import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startWords } from './i18n/index.ts'
import { router } from './routes.tsx'
import { startFavicon } from './shell/favicon.ts'
import { startStyleNonce } from './ui/style-nonce.ts'
import { startTheme } from './ui/theme-mode.ts'
import './ui/base.css'

startStyleNonce()
startTheme()
startFavicon()
void start()

/** In a function, not at the top level: the pages' scripts import from the file that this one ends up in, and would wait for each other. */
async function start(): Promise<void> {
  // The page's own chunks load in parallel with the texts.
  await Promise.all([startWords(), router.load().catch(() => undefined)])
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}
