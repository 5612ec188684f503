import { logConsumeEnabled, logErrorEnabled } from '@waystation/contract/options/logs'
import type { ApiServices } from '../api/routes.ts'
import { AnnouncementService } from '../domain/announcement/announcement-service.ts'
import { auditReader } from '../domain/audit/audit-reader.ts'
import { auditService } from '../domain/audit/audit-service.ts'
import { billService } from '../domain/books/bill-service.ts'
import { booksService } from '../domain/books/books-service.ts'
import { RouteQuestions } from '../domain/catalog/route-questions.ts'
import { restSource } from '../domain/channel/availability/resting.ts'
import { channelService } from '../domain/channel/channel-service.ts'
import { ClientChecks } from '../domain/channel/client-checks.ts'
import { channelKeys } from '../domain/channel/keys/channel-keys.ts'
import { siteAttention } from '../domain/channel/watch/attention.ts'
import { endingModels } from '../domain/channel/watch/ending-models.ts'
import { openCallContents } from '../domain/content/call-contents.ts'
import { Doctor } from '../domain/doctor/doctor-service.ts'
import { groupService } from '../domain/group/group-service.ts'
import { logService } from '../domain/log/log-service.ts'
import { messageService } from '../domain/message/message-service.ts'
import { importRuns } from '../domain/move-in/import-runs.ts'
import { documentReader } from '../domain/outside/json-document.ts'
import { updateCheck } from '../domain/outside/update-check.ts'
import { PriceVersions } from '../domain/pricing/versions/price-versions.ts'
import { RedemptionService } from '../domain/redemption/redemption-service.ts'
import { RewardService } from '../domain/reward/reward-service.ts'
import { searchService } from '../domain/search/search-service.ts'
import { ServerErrors } from '../domain/server-error/server-errors.ts'
import { devices } from '../domain/session/device.ts'
import { loginService } from '../domain/session/login-service.ts'
import { publicStatus } from '../domain/setup/public-status.ts'
import { StatementService } from '../domain/statement/statement-service.ts'
import { TaskLists } from '../domain/task/task-lists.ts'
import { timelineService } from '../domain/timeline/timeline-service.ts'
import { tokenService } from '../domain/token/token-service.ts'
import { TopUpService } from '../domain/top-up/top-up-service.ts'
import { healthService } from '../domain/usage/health-service.ts'
import { modelsHealthService } from '../domain/usage/models-health.ts'
import { usageService } from '../domain/usage/usage-service.ts'
import { accountService } from '../domain/user/accounts/account-service.ts'
import { Belongings } from '../domain/user/belongings/belongings.ts'
import { OwnData } from '../domain/user/own-data/own-data.ts'
import { RegistrationService } from '../domain/user/registration/registration-service.ts'
import { userAdmin } from '../domain/user/user-admin-service.ts'
import { type UserService, userService } from '../domain/user/user-service.ts'
import { WalletService } from '../domain/wallet/wallet-service.ts'
import { routeExplainer } from '../gateway/explain/explainer.ts'
import { bareNames } from '../gateway/upstream/upstream-call.ts'
import type { Base, ConsoleParts } from './console-base.ts'
import { priceReview } from './price-review.ts'

/** The domain as the console's routes call it. */
export function apiServices(parts: ConsoleParts, base: Base): ApiServices {
  const { database, secrets, invalidation, options, gateway } = parts
  const { passwords, setup, throttle, sessions, codes, outgoing, proofs, doors, checks, gateways, payments, refunds, unpaid, now } = base
  const startTime = Math.floor(now() / 1000)
  const { stepUp, loginChallenge, notices } = proofs
  const readDocument = documentReader(parts.egress)
  const topUps = new TopUpService({ database, options, gateways, refunds, unpaid, now })
  const rewards = new RewardService({ database, options, invalidation, now })
  const users = userService({ database, options, invalidation })
  const serverErrors = new ServerErrors({ database })
  const tokens = tokenService({ database, secrets, options, invalidation, now })
  const endings = endingModels({ database, traits: gateway.traits, now })
  const wallet = { ...gateways, topUps, payments, rewards, wallets: new WalletService({ database, options, rewards, topUps, now }) }
  return {
    ...proofs,
    ...doors,
    setup,
    status: () => publicStatus(options, { version: parts.version, startTime, isSetUp: setup.isSetUp() }),
    logins: loginService({ database, options, passwords, throttle, devices: devices({ secrets, now }), loginChallenge }),
    sessions,
    users,
    accounts: accountService({ database, secrets, passwords, stepUp, notices, invalidation, codes, now }),
    userAdmin: userAdmin({ database, options, passwords, invalidation, notices }),
    registrations: new RegistrationService({
      ...{ database, options, secrets, passwords, codes, throttle, outgoing, invalidation },
      ...{ notices, isSetUp: setup.isSetUp },
    }),
    ...{ mail: outgoing.mail, noticeWebhook: base.noticeWebhook },
    catalog: gateway.catalog,
    routeQuestions: new RouteQuestions({ database, explainer: routeExplainer({ ...gateway, options }) }),
    tokens,
    clientChecks: new ClientChecks({
      ...{ database, tokens, catalog: gateway.catalog, checker: parts.clientChecker },
      keys: channelKeys({ database, secrets, invalidation, ring: gateway.keys }),
    }),
    endings,
    attention: siteAttention({ database, options, catalog: gateway.catalog, ring: gateway.keys, endings, serverErrors, now }),
    serverErrors,
    channels: channelService({
      ...{ database, secrets, invalidation, options, stepUp, now, auto: base.auto, notices: base.channelNotices },
      ...{ prices: gateway.prices, traits: gateway.traits, ledger: gateway.ledger, hours: gateway.hours, ring: gateway.keys },
      ...{ prober: parts.prober, onTrouble: parts.onTrouble, roots: base.roots, audit: auditService(database) },
      bareName: bareNames({ providers: gateway.providers, options }),
      rests: restSource({ catalog: gateway.catalog, availability: gateway.availability, keys: gateway.keys, now }),
      isLogWhole: () => options.get(logConsumeEnabled) && options.get(logErrorEnabled),
    }),
    options,
    proxySigns: parts.proxySigns,
    doctor: new Doctor({ database, now, examine: () => parts.examine(startTime) }),
    ...{ nodes: parts.nodes, imports: importRuns({ database }) },
    readDocument,
    checkUpdate: updateCheck({ options, readDocument, version: parts.version }),
    logs: logService({ database, options, now }),
    contents: openCallContents({ database, secrets, options, now }),
    taskLists: new TaskLists({ database, options, secrets, now }),
    ...{ usage: usageService({ database, options, now }), health: healthService({ database, options, now }) },
    modelsHealth: modelsHealthService({ database, options, now }),
    ...{ messages: messageService({ database }), groups: groupService({ database, options, invalidation }) },
    announcements: new AnnouncementService({ database, invalidation, now }),
    budgets: gateway.budgets,
    priceVersions: new PriceVersions({ database, options }),
    redemptions: new RedemptionService({ database, options, secrets, throttle, invalidation, now }),
    ...wallet,
    ...{ checks, books: booksService({ database, now }) },
    bills: billService({ database, options }),
    ...priceReview({ ...parts, providers: gateway.providers, now }),
    statements: new StatementService({ database, options, users, now }),
    auditLog: auditReader(database),
    timelines: timelineService({ database, users }),
    belongings: new Belongings({ database, users, sessions, now }),
    ownData: new OwnData({ database, users }),
    everything: searchService({ database, modelsOf: modelsOf(gateway, users) }),
    keys: gateway.tokens,
    ping: () => database.ping(),
  }
}

/** The models that a user may call, over all groups that they may use. */
const modelsOf =
  ({ catalog }: ConsoleParts['gateway'], users: UserService) =>
  async ({ id, group }: { readonly id: number; readonly group: string }): Promise<readonly string[]> => {
    const { accept_unset_model_ratio_model: acceptsUnset } = await users.settings(id)
    return catalog.current().view.modelsOf(Object.keys(users.groups(group)), acceptsUnset)
  }
