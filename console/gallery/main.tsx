// The gallery: every part of the kit in every state, without a server.
import { createRootRoute, createRoute, createRouter, RouterProvider, redirect } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { needAllWords, startWords } from '~/i18n'
import { plainSearch } from '~/search-params'
import { startTheme } from '~/ui/theme-mode'
import { answerCalls } from './answers.ts'
import { GalleryPage } from './GalleryPage.tsx'
import { galleryKeys } from './keys.ts'
import '~/ui/base.css'

const root = createRootRoute({ component: GalleryPage })
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    // Sound: the registered router is the console's, whose paths are others.
    throw redirect({ to: `/${galleryKeys[0]}` as never })
  },
})
const group = createRoute({ getParentRoute: () => root, path: '/$group' })

const router = createRouter({
  routeTree: root.addChildren([start, group]),
  ...plainSearch,
})

answerCalls()
startTheme()
void show()

async function show(): Promise<void> {
  await Promise.all([startWords(), needAllWords()])
  const element = document.getElementById('root')
  if (!element) throw new Error('index.html has no #root')
  createRoot(element).render(
    <StrictMode>
      {/* Sound: the console's own router is the one that is registered; this one only knows other paths. */}
      <RouterProvider router={router as never} />
    </StrictMode>,
  )
}
