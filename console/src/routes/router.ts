// The map of the console: path, access, page.
import { createRouter } from '@tanstack/react-router'
import { basePath } from '../api/base-path.ts'
import { onSessionLost } from '../api/session-lost.ts'
import { paths } from '../paths.ts'
import { plainSearch } from '../search-params.ts'
import { CrashPage } from '../shell/failure/CrashPage.tsx'
import { adminPages } from './admin-pages.ts'
import { app, needLoginSearch, root } from './frames.ts'
import { barePages, eitherPages, elsewhere, openPages } from './open-pages.tsx'
import { ownPages } from './own-pages.ts'

export const router = createRouter({
  routeTree: root.addChildren([openPages, barePages, app.addChildren([...ownPages, ...adminPages]), eitherPages, elsewhere]),
  context: {
    isFirstPage: (): boolean => router.state.resolvedLocation === undefined,
    flushAddress: (): void => router.history.flush(),
  },
  basepath: basePath || '/',
  ...plainSearch,
  defaultErrorComponent: CrashPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // The middle of the page scrolls on a desk. Without this the router carries how far it was scrolled over to the next page.
  scrollToTopSelectors: ['#content'],
})

onSessionLost(() => {
  const { pathname, href } = router.state.location
  if (pathname !== paths.login()) void router.navigate({ to: paths.login(), search: needLoginSearch(href) })
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
