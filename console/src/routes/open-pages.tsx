// Pages for everybody.
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { CodeProviderName } from '@waystation/contract/people/sign-in'
import { loadAboutContent } from '../features/about/about-content.ts'
import { loadHomeContent } from '../features/home/home-content.ts'
import { needAllWords } from '../i18n/index.ts'
import { paths } from '../paths.ts'
import { callbackSearch, chatSearch, loginSearch, newPasswordSearch, pricingSearch, registerSearch } from '../search-params.ts'
import { storedUser } from '../session/user.ts'
import { guidePages } from '../shared/guide/guide-pages.ts'
import { bare, either, needLogin, open, root } from './frames.ts'

const home = createRoute({
  getParentRoute: () => open,
  path: '/',
  loader: loadHomeContent,
  // What an admin has just changed shows with the next visit.
  shouldReload: true,
  component: lazyRouteComponent(() => import('../features/home/HomeRoute.tsx')),
})

const about = createRoute({
  getParentRoute: () => open,
  path: '/about',
  loader: loadAboutContent,
  shouldReload: true,
  component: lazyRouteComponent(() => import('../features/about/AboutRoute.tsx')),
})

const ChatPage = lazyRouteComponent(() => import('../features/chat/ChatPage.tsx'))
const chat = createRoute({ getParentRoute: () => open, path: '/chat', validateSearch: chatSearch, component: ChatPage })
const oneChat = createRoute({ getParentRoute: () => open, path: '/chat/$id', validateSearch: chatSearch, component: ChatPage })
const chatWithToken = createRoute({
  getParentRoute: () => open,
  path: '/chat2link',
  beforeLoad: needLogin,
  component: lazyRouteComponent(() => import('../features/chat/ChatLinkPage.tsx')),
})

const login = createRoute({
  getParentRoute: () => bare,
  path: '/login',
  validateSearch: loginSearch,
  component: lazyRouteComponent(() => import('../features/auth/LoginPage.tsx')),
})

const register = createRoute({
  getParentRoute: () => bare,
  path: '/register',
  validateSearch: registerSearch,
  component: lazyRouteComponent(() => import('../features/auth/RegisterPage.tsx')),
})
const reset = createRoute({
  getParentRoute: () => bare,
  path: '/reset',
  component: lazyRouteComponent(() => import('../features/auth/ResetPage.tsx')),
})
const keyUsage = createRoute({
  getParentRoute: () => bare,
  path: '/usage',
  component: lazyRouteComponent(() => import('../features/auth/KeyUsagePage.tsx')),
})
const newPassword = createRoute({
  getParentRoute: () => bare,
  path: '/user/reset',
  validateSearch: newPasswordSearch,
  component: lazyRouteComponent(() => import('../features/auth/NewPasswordPage.tsx')),
})

/** Where another site sends the browser back to. */
const callback = <const Path extends string>(path: Path, provider: CodeProviderName) =>
  createRoute({
    getParentRoute: () => bare,
    path,
    validateSearch: callbackSearch,
    component: lazyRouteComponent(async () => {
      const { CallbackPage } = await import('../features/auth/CallbackPage.tsx')
      return { default: () => <CallbackPage provider={provider} /> }
    }),
  })
const callbacks = [callback('/oauth/github', 'github'), callback('/oauth/oidc', 'oidc'), callback('/oauth/linuxdo', 'linuxdo')] as const

const setup = createRoute({
  getParentRoute: () => bare,
  path: '/setup',
  loader: needAllWords,
  // Features never import each other, so the wizard is handed the channel form here.
  component: lazyRouteComponent(async () => {
    const [{ SetupPage }, { ChannelFields }] = await Promise.all([
      import('../features/setup/SetupPage.tsx'),
      import('../features/channels/form/ChannelFields.tsx'),
    ])
    return { default: () => <SetupPage ChannelFields={ChannelFields} /> }
  }),
})

const pricing = createRoute({
  getParentRoute: () => either,
  path: '/pricing',
  validateSearch: pricingSearch,
  component: lazyRouteComponent(() => import('../features/pricing/PricingPage.tsx')),
})

const guide = createRoute({
  getParentRoute: () => either,
  path: '/docs',
  beforeLoad: () => {
    throw redirect({ to: paths.docs(guidePages[0]), replace: true })
  },
})
const guidePage = createRoute({
  getParentRoute: () => either,
  path: '/docs/$page',
  loader: async ({ params }) => (await import('../features/guide/guide-files.ts')).prepareGuide(params.page),
  component: lazyRouteComponent(() => import('../features/guide/GuidePage.tsx')),
})

/** Every other address, below `/app` and `/admin` too. Logged-in users see it inside the console, so it needs the console's texts. */
const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '/$',
  loader: () => (storedUser() ? needAllWords() : undefined),
  component: lazyRouteComponent(() => import('../shell/failure/NotFoundPage.tsx')),
})

export const openPages = open.addChildren([home, about, chat, oneChat, chatWithToken])
export const barePages = bare.addChildren([login, register, reset, keyUsage, newPassword, ...callbacks, setup])
export const eitherPages = either.addChildren([pricing, guide, guidePage])
export { elsewhere }
