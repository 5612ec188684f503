// The frames around pages: who may see what is inside, and what is loaded for it. Pages load when they are opened; what they share (shell, kit)
// is a frame of its own, so that a page without the kit does not load it.
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router'
import { isSessionLost, sessionFound } from '../api/session-lost.ts'
import { needAllWords } from '../i18n/index.ts'
import { paths } from '../paths.ts'
import { mustLoadAnew } from '../session/custom-code.ts'
import { settledStatus } from '../session/status.ts'
import { storedUser } from '../session/user.ts'
import { CrashPage } from '../shell/failure/CrashPage.tsx'

export interface RouterContext {
  /** This document's own page is being opened: the server has decided that it may be. */
  readonly isFirstPage: () => boolean
  /** Writes into the address what is still to be written there. */
  readonly flushAddress: () => void
}

export const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: CrashPage,
  // Until the server is set up there is only one page (specification section 2).
  beforeLoad: async ({ context, location, preload }) => {
    if (!preload && mustLoadAnew(location.pathname, context.isFirstPage())) await loadAnew(context)
    if (location.pathname === paths.setup()) return
    if (!(await settledStatus()).setup) throw redirect({ to: paths.setup() })
  },
})

/** Loads the page that the address names from the server, and never ends: this document is gone. */
function loadAnew({ flushAddress }: RouterContext): Promise<never> {
  flushAddress()
  window.location.reload()
  return new Promise(() => undefined)
}

export const needLoginSearch = (returnTo: string) => (isSessionLost() ? { expired: 'true', returnTo } : { returnTo })

/** Redirects users who are not logged in to the login, which returns them afterwards. */
export function needLogin({ location }: { readonly location: { readonly href: string } }): void {
  if (storedUser()) sessionFound()
  else throw redirect({ to: paths.login(), search: needLoginSearch(location.href) })
}

/** Pages for everybody, with a bar on top and without the kit's heavier parts. */
export const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  component: lazyRouteComponent(() => import('../shell/PublicLayout.tsx')),
})

/** Pages drawn with the kit, with nothing around them. */
export const bare = createRoute({
  getParentRoute: () => root,
  id: 'bare',
  component: lazyRouteComponent(() => import('../shell/BareLayout.tsx')),
})

/** Pages inside the console: top bar, side menu, login needed. */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  beforeLoad: needLogin,
  loader: needAllWords,
  component: lazyRouteComponent(() => import('../shell/AppLayout.tsx')),
})

/** Pages of admins; others see that they lack the permission. */
export const admin = createRoute({
  getParentRoute: () => app,
  id: 'admin',
  component: lazyRouteComponent(() => import('../shell/AdminOnly.tsx')),
})

/** Pages for everybody that are drawn with the kit. */
export const either = createRoute({
  getParentRoute: () => root,
  id: 'either',
  loader: needAllWords,
  component: lazyRouteComponent(() => import('../shell/EitherLayout.tsx')),
})
