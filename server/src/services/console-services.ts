// Builds the console's side of the server: its services, each made once, the door to them, and what they leave to be done every so often.
import { endpoints } from '@waystation/contract/api/endpoints'
import { openapiDocument } from '@waystation/contract/openapi'
import { logConsumeEnabled, logErrorEnabled } from '@waystation/contract/options/logs'
import { serverAddress } from '@waystation/contract/options/payment'
import type { ProxySigns } from '@waystation/contract/site/proxy-signs'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { cookieMark, cookieName } from '../api/http/cookie.ts'
import type { MountParts } from '../api/http/mount.ts'
import { type ApiServices, apiRoutes } from '../api/routes.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { AnnouncementService } from '../domain/announcement/announcement-service.ts'
import { auditReader } from '../domain/audit/audit-reader.ts'
import { auditService } from '../domain/audit/audit-service.ts'
import { billService } from '../domain/books/bill-service.ts'
import { booksService } from '../domain/books/books-service.ts'
import { type CheckParts, type CheckService, checkService } from '../domain/books/check-service.ts'
import { RouteQuestions } from '../domain/catalog/route-questions.ts'
import { restSource } from '../domain/channel/availability/resting.ts'
import { channelService } from '../domain/channel/channel-service.ts'
import { autoStatus } from '../domain/channel/health/auto-status.ts'
import { ChannelNotices } from '../domain/channel/health/channel-notices.ts'
import { siteAttention } from '../domain/channel/watch/attention.ts'
import { endingModels } from '../domain/channel/watch/ending-models.ts'
import { oneTimeCodes } from '../domain/code/one-time-codes.ts'
import { openCallContents } from '../domain/content/call-contents.ts'
import { groupService } from '../domain/group/group-service.ts'
import { DebtCollector } from '../domain/ledger/debts/debt-collector.ts'
import type { Ledger } from '../domain/ledger/ledger.ts'
import { reconcileAside } from '../domain/ledger/reconcile/reconcile-aside.ts'
import { logService } from '../domain/log/log-service.ts'
import { messageService } from '../domain/message/message-service.ts'
import type { NodeList } from '../domain/node/node-list.ts'
import { BudgetWarnings } from '../domain/notice/budget-warnings.ts'
import { NoticeWebhook } from '../domain/notice/notice-webhook.ts'
import { type ChargedUsers, QuotaWarnings } from '../domain/notice/quota-warnings.ts'
import { RootNotices } from '../domain/notice/root-notices.ts'
import type { OptionService } from '../domain/option/option-service.ts'
import { openOutgoing } from '../domain/outbox/outgoing.ts'
import { documentReader } from '../domain/outside/json-document.ts'
import { updateCheck } from '../domain/outside/update-check.ts'
import type { Prober } from '../domain/ports.ts'
import { PriceVersions } from '../domain/pricing/versions/price-versions.ts'
import { RedemptionService } from '../domain/redemption/redemption-service.ts'
import { RewardService } from '../domain/reward/reward-service.ts'
import { searchService } from '../domain/search/search-service.ts'
import { accessTokenService } from '../domain/session/access-token-service.ts'
import { devices } from '../domain/session/device.ts'
import { loginService } from '../domain/session/login-service.ts'
import { sessionService } from '../domain/session/session-service.ts'
import { publicStatus } from '../domain/setup/public-status.ts'
import { openSetup } from '../domain/setup/setup-service.ts'
import { StatementMails } from '../domain/statement/statement-mails.ts'
import { StatementService } from '../domain/statement/statement-service.ts'
import { TaskLists } from '../domain/task/task-lists.ts'
import { openThrottle } from '../domain/throttle/throttle.ts'
import { timelineService } from '../domain/timeline/timeline-service.ts'
import { tokenService } from '../domain/token/token-service.ts'
import { PaymentNotices } from '../domain/top-up/payment-notices.ts'
import { Refunds } from '../domain/top-up/refunds.ts'
import { SaleTerms } from '../domain/top-up/sale-terms.ts'
import { TopUpService } from '../domain/top-up/top-up-service.ts'
import { UnpaidOrders } from '../domain/top-up/unpaid-orders.ts'
import { healthService } from '../domain/usage/health-service.ts'
import { modelsHealthService } from '../domain/usage/models-health.ts'
import { usageService } from '../domain/usage/usage-service.ts'
import { accountService } from '../domain/user/accounts/account-service.ts'
import { Belongings } from '../domain/user/belongings/belongings.ts'
import { openPasswords } from '../domain/user/password.ts'
import { RegistrationService } from '../domain/user/registration/registration-service.ts'
import { userAdmin } from '../domain/user/user-admin-service.ts'
import { type UserService, userService } from '../domain/user/user-service.ts'
import { WalletService } from '../domain/wallet/wallet-service.ts'
import { routeExplainer } from '../gateway/explain/explainer.ts'
import { bareNames } from '../gateway/upstream/upstream-call.ts'
import { channelJobs } from '../jobs/channel-jobs.ts'
import { expiryJobs } from '../jobs/expiry-jobs.ts'
import type { Job } from '../jobs/job.ts'
import { outboxJobs } from '../jobs/outbox-jobs.ts'
import { paymentJobs } from '../jobs/payment-jobs.ts'
import { quotaWarningJob } from '../jobs/quota-warning-job.ts'
import { sessionJobs } from '../jobs/session-jobs.ts'
import { statementJobs } from '../jobs/statement-jobs.ts'
import { watchJobs } from '../jobs/watch-jobs.ts'
import { checkMetrics } from '../ledger-metrics.ts'
import type { Clock } from '../lib/clock.ts'
import type { Egress } from '../lib/net/egress.ts'
import { type SendMail, smtpSender } from '../lib/net/smtp.ts'
import type { Secrets } from '../lib/secret.ts'
import type { Invalidation } from '../lib/shared/invalidation.ts'
import { epay } from '../payment/epay.ts'
import { stripeCards } from '../payment/stripe.ts'
import { priceReview } from './price-review.ts'
import { secondFactors } from './second-factors.ts'
import type { SharedServices } from './shared-services.ts'
import { type SignInDoorParts, signInDoors } from './sign-in-doors.ts'

export interface ConsoleParts {
  readonly config: Pick<Config, 'database' | 'isExclusive' | 'stripeApi'>
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly version: string
  readonly database: Database
  readonly secrets: Secrets
  readonly invalidation: Invalidation
  readonly options: OptionService
  readonly registry: Registry
  readonly gateway: SharedServices & {
    readonly ledger: Pick<Ledger, 'note'>
    readonly clientAddress: MountParts['clientAddress']
    readonly clock: Clock
  }
  readonly prober: Prober
  readonly egress: Pick<Egress, 'send'>
  /** The way to addresses that users name. */
  readonly siteEgress: Pick<Egress, 'send'>
  /** Whom the ledger charged, to be warned when little is left. */
  readonly charged: ChargedUsers
  readonly forwardedProto: MountParts['forwardedProto']
  readonly nodes: Pick<NodeList, 'list' | 'databaseMs'>
  /** What requests say of a reverse proxy that the settings do not fit. */
  readonly proxySigns: () => ProxySigns
  readonly onTrouble: (error: unknown, facts: Record<string, unknown>) => void
}

/** Replaces the clock, the way of mails or the other sites that the product has by itself. */
export interface ConsoleOverrides {
  /** Unix milliseconds. */
  readonly now?: (() => number) | undefined
  readonly sendMail?: SendMail | undefined
  /** Other sites than the real ones to log in with. */
  readonly sites?: SignInDoorParts['sites']
}

/** Differences of the ledger that one line of the log names. */
const LOGGED_DIFFERENCES = 20

/** Makes all services of the console. Close it before the database. */
export async function consoleServices(parts: ConsoleParts, overrides: ConsoleOverrides = {}) {
  const base = await openBase(parts, overrides)
  const services = apiServices(parts, base)
  const { checks, outgoing } = base
  return {
    ...base,
    services,
    door: doorTo(services, parts, base),
    jobs: [...jobsOf(parts, base), ...statementJobsOf(parts, base, services), ...channelJobs(services.channels.runs)],
    async close(): Promise<void> {
      await services.channels.runs.close()
      await checks.close()
      await outgoing.outbox.close()
    },
  }
}

function statementJobsOf(parts: ConsoleParts, { outgoing, now }: Base, { statements }: Pick<ApiServices, 'statements'>): Job[] {
  return statementJobs({ ...parts, now, mails: new StatementMails({ ...parts, outgoing, statements, now }) })
}

type Base = Awaited<ReturnType<typeof openBase>>

/** What several of the services work with. */
async function openBase(parts: ConsoleParts, { now = () => Date.now(), sendMail = smtpSender(), sites }: ConsoleOverrides) {
  const { database, secrets, invalidation, options, siteEgress, onTrouble } = parts
  const passwords = await openPasswords()
  const setup = await openSetup({ database, invalidation, options, passwords, version: parts.version })
  const throttle = openThrottle({ database, now })
  const sessions = sessionService({ database, invalidation, now, onTrouble })
  const isAlone = parts.config.isExclusive
  const outgoing = await openOutgoing({ database, secrets, options, sendMail, siteEgress, isAlone, now, onTrouble })
  const gateways = {
    epay: epay({ options, egress: parts.egress }),
    stripe: stripeCards({ options, egress: parts.egress, api: parts.config.stripeApi, now: () => parts.nodes.databaseMs() }),
  }
  const terms = new SaleTerms(options)
  const noticeWebhook = new NoticeWebhook({ options, webhooks: outgoing.webhooks })
  const roots = new RootNotices({ database, options, secrets, outgoing, webhook: noticeWebhook })
  const payments = new PaymentNotices({ ...parts, terms, roots })
  const channelNotices = new ChannelNotices({ database, roots })
  const proofs = secondFactors({ ...parts, passwords, sessions, throttle, outgoing, now })
  return {
    now,
    passwords,
    setup,
    throttle,
    sessions,
    codes: oneTimeCodes({ database, secrets, now }),
    outgoing,
    ...{ roots, noticeWebhook },
    channelNotices,
    auto: autoStatus({ database, invalidation, notices: channelNotices, onTrouble }),
    proofs,
    doors: signInDoors({ ...parts, ...proofs, throttle, now, sites }),
    checks: openChecks(parts, now),
    gateways,
    payments,
    refunds: new Refunds({ ...parts, gateways, isAlone, now: () => parts.nodes.databaseMs() }),
    unpaid: new UnpaidOrders({ ...parts, gateways, payments, terms, now }),
  }
}

/** The check of the ledger: what it finds goes to the log, to the metrics and to the books page. */
function openChecks({ config, database, registry, gateway, log, onTrouble }: ConsoleParts, now: () => number): CheckService {
  const note = checkMetrics(registry)
  const onChecked: CheckParts['onChecked'] = (check, differences) => {
    note(check, differences)
    const facts = { event: 'ledger_checked', tookMs: check.took_ms, differences, openHolds: check.open_holds, checks: check.checks }
    if (differences === 0) log.info(facts, 'the ledger agrees')
    else log.error({ ...facts, found: check.differences.slice(0, LOGGED_DIFFERENCES) }, 'the ledger does not agree')
  }
  return checkService({ database, reconciler: reconcileAside(config.database), now, clock: gateway.clock, onChecked, onTrouble })
}

/** The domain as the console's routes call it. */
function apiServices(parts: ConsoleParts, base: Base): ApiServices {
  const { database, secrets, invalidation, options, gateway } = parts
  const { passwords, setup, throttle, sessions, codes, outgoing, proofs, doors, checks, gateways, payments, refunds, unpaid, now } = base
  const startTime = Math.floor(now() / 1000)
  const { stepUp, loginChallenge, notices } = proofs
  const readDocument = documentReader(parts.egress)
  const topUps = new TopUpService({ database, options, gateways, refunds, unpaid, now })
  const rewards = new RewardService({ database, options, invalidation, now })
  const users = userService({ database, options, invalidation })
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
    tokens: tokenService({ database, secrets, options, invalidation, now }),
    endings,
    attention: siteAttention({ database, options, catalog: gateway.catalog, ring: gateway.keys, endings, now }),
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
    nodes: parts.nodes,
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

/** What the door to the services is mounted with. */
function doorTo(services: ApiServices, parts: ConsoleParts, { setup, sessions, throttle, now }: Base): MountParts {
  const { database, secrets, invalidation, options, gateway, version, onTrouble } = parts
  const mark = cookieMark(secrets)
  return {
    routes: apiRoutes(services),
    sessions,
    accessTokens: accessTokenService({ database, secrets, invalidation, now, onTrouble }),
    options,
    audit: auditService(database),
    isSetUp: setup.isSetUp,
    stepUp: services.stepUp,
    clientAddress: gateway.clientAddress,
    forwardedProto: parts.forwardedProto,
    cookieMark: mark,
    rates: gateway.rates,
    throttle,
    log: parts.log,
    openApi: () => {
      const serverUrl = options.get(serverAddress)
      const sessionCookie = cookieName('session', mark, serverUrl.startsWith('https:'))
      return openapiDocument({ endpoints, version, serverUrl, sessionCookie })
    },
  }
}

function jobsOf(
  { database, options, secrets, charged, gateway }: ConsoleParts,
  { throttle, sessions, codes, outgoing, roots, proofs, doors, refunds, unpaid, now }: Base,
): Job[] {
  const noticeParts = { database, options, secrets, outgoing, throttle, now }
  const warners = [new QuotaWarnings(noticeParts), new BudgetWarnings(noticeParts)]
  const expiring = { throttle, codes, outbox: outgoing.outbox, factors: proofs.factors, ...doors }
  return [
    ...sessionJobs(sessions),
    ...outboxJobs(outgoing.outbox),
    ...paymentJobs({ refunds, unpaid, debts: new DebtCollector(database) }),
    quotaWarningJob(warners, charged),
    ...watchJobs({ database, options, roots, traits: gateway.traits, now }),
    ...expiryJobs(expiring),
  ]
}
