// Every console call with the service behind it. A test compares this list with the contract's table.

import type { ProxySigns } from '@waystation/contract/site/proxy-signs'
import type { AnnouncementService } from '../domain/announcement/announcement-service.ts'
import type { AuditReader } from '../domain/audit/audit-reader.ts'
import type { BudgetService } from '../domain/budget/budget-service.ts'
import type { RouteQuestions } from '../domain/catalog/route-questions.ts'
import type { ChannelService } from '../domain/channel/channel-service.ts'
import type { EndingModels } from '../domain/channel/watch/ending-models.ts'
import type { CallContents } from '../domain/content/call-contents.ts'
import type { ConfirmService } from '../domain/factor/confirm-service.ts'
import type { FactorService } from '../domain/factor/factor-service.ts'
import type { LoginChallenge } from '../domain/factor/login-challenge.ts'
import type { GroupService } from '../domain/group/group-service.ts'
import type { HumanCheck } from '../domain/human-check/human-check.ts'
import type { OutsideSignIn } from '../domain/identity/outside-sign-in.ts'
import type { LogService } from '../domain/log/log-service.ts'
import type { MailService } from '../domain/mail/mail-service.ts'
import type { MessageService } from '../domain/message/message-service.ts'
import type { NoticeWebhook } from '../domain/notice/notice-webhook.ts'
import type { OptionService } from '../domain/option/option-service.ts'
import type { PriceVersions } from '../domain/pricing/versions/price-versions.ts'
import type { RedemptionService } from '../domain/redemption/redemption-service.ts'
import type { RewardService } from '../domain/reward/reward-service.ts'
import type { SearchService } from '../domain/search/search-service.ts'
import type { LoginService } from '../domain/session/login-service.ts'
import type { SessionService } from '../domain/session/session-service.ts'
import type { StepUp } from '../domain/session/step-up.ts'
import type { PublicStatus } from '../domain/setup/public-status.ts'
import type { SetupService } from '../domain/setup/setup-service.ts'
import type { StatementService } from '../domain/statement/statement-service.ts'
import type { TaskLists } from '../domain/task/task-lists.ts'
import type { TokenLookup } from '../domain/token/token-lookup.ts'
import type { TokenService } from '../domain/token/token-service.ts'
import type { ModelsHealthService } from '../domain/usage/models-health.ts'
import type { AccountService } from '../domain/user/accounts/account-service.ts'
import type { RegistrationService } from '../domain/user/registration/registration-service.ts'
import type { UserAdmin } from '../domain/user/user-admin-service.ts'
import type { UserService } from '../domain/user/user-service.ts'
import { type DataRouteParts, dataRoutes } from './calls/data.ts'
import { logRoutes } from './calls/log.ts'
import { taskRoutes } from './calls/task.ts'
import { type CatalogSource, catalogRoutes } from './channels/catalog.ts'
import { channelRoutes } from './channels/channel.ts'
import { channelBalanceRoutes } from './channels/channel-balance.ts'
import { channelHealthRoutes } from './channels/channel-health.ts'
import { channelManyRoutes } from './channels/channel-many.ts'
import { type ClientCheckRouteParts, clientCheckRoutes } from './channels/client-checks.ts'
import { modelMappingRoutes } from './channels/model-mapping.ts'
import { routingRoutes } from './channels/routing.ts'
import { type UpstreamModelRouteParts, upstreamModelRoutes } from './channels/upstream-models.ts'
import type { Route } from './http/route.ts'
import { type BooksRouteParts, booksRoutes } from './money/books.ts'
import { budgetRoutes } from './money/budget.ts'
import { groupRoutes } from './money/group.ts'
import { priceRoutes } from './money/price.ts'
import { type PriceReviewRouteParts, priceReviewRoutes } from './money/price-review.ts'
import { redemptionRoutes } from './money/redemption.ts'
import { statementRoutes } from './money/statement.ts'
import { type WalletRouteParts, walletRoutes } from './money/wallet.ts'
import { accountRoutes } from './people/account.ts'
import { auditRoutes } from './people/audit.ts'
import { messageRoutes } from './people/message.ts'
import { oauthRoutes } from './people/oauth.ts'
import { type OutsideRouteParts, outsideRoutes } from './people/outside.ts'
import { registrationRoutes } from './people/registration.ts'
import { secondFactorRoutes } from './people/second-factor.ts'
import { sessionRoutes } from './people/session.ts'
import { tokenRoutes } from './people/token.ts'
import { userRoutes } from './people/user.ts'
import { type UserPageParts, userPageRoutes } from './people/user-page.ts'
import { announcementRoutes } from './site/announcement.ts'
import { type DoctorRouteParts, doctorRoutes } from './site/doctor.ts'
import { type ImportRouteParts, importRoutes } from './site/import.ts'
import { type NodeRouteParts, nodeRoutes } from './site/node.ts'
import { optionRoutes } from './site/option.ts'
import { searchRoutes } from './site/search.ts'
import { type ServerErrorRouteParts, serverErrorRoutes } from './site/server-error.ts'
import { setupRoutes } from './site/setup.ts'
import { siteRoutes } from './site/site.ts'

export interface ApiServices
  extends NodeRouteParts,
    ServerErrorRouteParts,
    ImportRouteParts,
    DoctorRouteParts,
    OutsideRouteParts,
    PriceReviewRouteParts,
    UpstreamModelRouteParts,
    WalletRouteParts,
    BooksRouteParts,
    ClientCheckRouteParts,
    DataRouteParts,
    UserPageParts {
  readonly setup: SetupService
  readonly status: () => PublicStatus
  readonly logins: LoginService
  readonly sessions: SessionService
  readonly signIns: OutsideSignIn
  readonly humanCheck: HumanCheck
  readonly loginChallenge: LoginChallenge
  readonly confirmations: ConfirmService
  readonly factors: FactorService
  readonly stepUp: StepUp
  readonly users: UserService
  readonly groups: GroupService
  readonly accounts: AccountService
  readonly userAdmin: UserAdmin
  readonly registrations: RegistrationService
  readonly mail: MailService
  readonly noticeWebhook: NoticeWebhook
  readonly endings: EndingModels
  readonly catalog: CatalogSource
  readonly modelsHealth: ModelsHealthService
  readonly routeQuestions: RouteQuestions
  readonly tokens: TokenService
  readonly channels: ChannelService
  readonly options: OptionService
  readonly proxySigns: () => ProxySigns
  readonly logs: LogService
  readonly contents: CallContents
  readonly taskLists: TaskLists
  readonly messages: MessageService
  readonly announcements: AnnouncementService
  readonly budgets: BudgetService
  readonly priceVersions: PriceVersions
  readonly redemptions: RedemptionService
  readonly rewards: RewardService
  readonly statements: StatementService
  readonly auditLog: AuditReader
  readonly everything: SearchService
  /** Whose key is it? */
  readonly keys: TokenLookup
  /** Checks that the database responds. */
  readonly ping: () => Promise<void>
}

export const apiRoutes = (services: ApiServices): Route[] => [
  ...setupRoutes(services),
  ...siteRoutes(services),
  ...doctorRoutes(services),
  ...sessionRoutes(services),
  ...secondFactorRoutes(services),
  ...accountRoutes(services),
  ...registrationRoutes(services),
  ...oauthRoutes(services),
  ...userRoutes(services),
  ...userPageRoutes(services),
  ...tokenRoutes(services),
  ...budgetRoutes(services),
  ...channelRoutes(services),
  ...channelManyRoutes(services),
  ...channelBalanceRoutes(services),
  ...upstreamModelRoutes(services),
  ...channelHealthRoutes(services),
  ...clientCheckRoutes(services),
  ...catalogRoutes(services),
  ...modelMappingRoutes(services),
  ...routingRoutes(services),
  ...groupRoutes(services),
  ...optionRoutes(services),
  ...priceRoutes(services),
  ...priceReviewRoutes(services),
  ...outsideRoutes(services),
  ...nodeRoutes(services),
  ...serverErrorRoutes(services),
  ...importRoutes(services),
  ...logRoutes(services),
  ...taskRoutes(services),
  ...dataRoutes(services),
  ...messageRoutes(services),
  ...announcementRoutes(services),
  ...redemptionRoutes(services),
  ...walletRoutes(services),
  ...booksRoutes(services),
  ...statementRoutes(services),
  ...auditRoutes(services),
  ...searchRoutes(services),
]
