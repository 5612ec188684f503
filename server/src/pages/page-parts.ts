// What the console's pages are made of, out of the options and the caller's session.
import { chats, customHeadHtml, globalCss, globalJs } from '@waystation/contract/options/appearance'
import { turnstileCheckEnabled } from '@waystation/contract/options/login'
import { payAddress } from '@waystation/contract/options/payment'
import { telegramOAuthEnabled } from '@waystation/contract/options/sign-in-sites'
import { isRoot } from '@waystation/contract/site/status-table'
import { type ConnectionParts, connectionFacts, isByHttps, readSession } from '../api/http/cookie.ts'
import type { Config } from '../config.ts'
import type { SessionService } from '../domain/session/session-service.ts'
import { plainOrigins } from './page-policy.ts'
import type { PagesParts } from './pages.ts'

export interface PagePartsInput extends ConnectionParts {
  readonly config: Pick<Config, 'basePath' | 'isSafeMode'>
  readonly consoleFolder: string | undefined
  readonly sessions: Pick<SessionService, 'find'>
}

export function pageParts({ config, consoleFolder, sessions, ...connection }: PagePartsInput): PagesParts {
  const { options } = connection
  return {
    folder: consoleFolder,
    basePath: config.basePath,
    isSafeMode: config.isSafeMode,
    settings: () => ({
      frameOrigins: plainOrigins(options.get(chats).flatMap((chat) => Object.values(chat))),
      usesTurnstile: options.get(turnstileCheckEnabled),
      usesTelegram: options.get(telegramOAuthEnabled),
      payAddress: options.get(payAddress),
      custom: { headHtml: options.get(customHeadHtml), css: options.get(globalCss), js: options.get(globalJs) },
    }),
    isHttps: (request) => isByHttps(request.headers, connectionFacts(request, connection)),
    isRoot: async (request) => {
      const caller = await sessions.find(readSession(request.headers, connectionFacts(request, connection)))
      return isRoot(caller?.role ?? 0)
    },
  }
}
