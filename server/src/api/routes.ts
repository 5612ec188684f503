// Every console call with the service behind it. A test compares this list with the contract's table.
import type { ChannelService } from '../domain/channel/channel-service.ts'
import type { LogService } from '../domain/log/log-service.ts'
import type { OptionService } from '../domain/option/option-service.ts'
import type { LoginService } from '../domain/session/login-service.ts'
import type { SessionService } from '../domain/session/session-service.ts'
import type { PublicStatus } from '../domain/setup/public-status.ts'
import type { SetupService } from '../domain/setup/setup-service.ts'
import type { TokenLookup } from '../domain/token/token-lookup.ts'
import type { TokenService } from '../domain/token/token-service.ts'
import type { UsageService } from '../domain/usage/usage-service.ts'
import type { UserService } from '../domain/user/user-service.ts'
import { type CatalogSource, catalogRoutes } from './catalog.ts'
import { channelRoutes } from './channel.ts'
import { channelBalanceRoutes } from './channel-balance.ts'
import { channelHealthRoutes } from './channel-health.ts'
import { channelManyRoutes } from './channel-many.ts'
import { dataRoutes } from './data.ts'
import { logRoutes } from './log.ts'
import { optionRoutes } from './option.ts'
import type { Route } from './route.ts'
import { sessionRoutes } from './session.ts'
import { setupRoutes } from './setup.ts'
import { siteRoutes } from './site.ts'
import { tokenRoutes } from './token.ts'
import { userRoutes } from './user.ts'

export interface ApiServices {
  readonly setup: SetupService
  readonly status: () => PublicStatus
  readonly logins: LoginService
  readonly sessions: SessionService
  readonly users: UserService
  readonly catalog: CatalogSource
  readonly tokens: TokenService
  readonly channels: ChannelService
  readonly options: OptionService
  readonly logs: LogService
  readonly usage: UsageService
  /** Whose key is it? */
  readonly keys: TokenLookup
  /** Asks the database whether it is there. */
  readonly ping: () => Promise<void>
}

export const apiRoutes = (services: ApiServices): Route[] => [
  ...setupRoutes(services),
  ...siteRoutes(services),
  ...sessionRoutes(services),
  ...userRoutes(services),
  ...tokenRoutes(services),
  ...channelRoutes(services),
  ...channelManyRoutes(services),
  ...channelBalanceRoutes(services),
  ...channelHealthRoutes(services),
  ...catalogRoutes(services),
  ...optionRoutes(services),
  ...logRoutes(services),
  ...dataRoutes(services),
]
