// What the services of the console are made from: what they are given, and what several of them work with.
import type { DoctorFinding } from '@waystation/contract/site/doctor'
import type { ProxySigns } from '@waystation/contract/site/proxy-signs'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { MountParts } from '../api/http/mount.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { type CheckParts, type CheckService, checkService } from '../domain/books/check-service.ts'
import { autoStatus } from '../domain/channel/health/auto-status.ts'
import { ChannelNotices } from '../domain/channel/health/channel-notices.ts'
import { oneTimeCodes } from '../domain/code/one-time-codes.ts'
import type { Ledger } from '../domain/ledger/ledger.ts'
import { type Reconciler, reconcileAside } from '../domain/ledger/reconcile/reconcile-aside.ts'
import type { NodeList } from '../domain/node/node-list.ts'
import { NoticeWebhook } from '../domain/notice/notice-webhook.ts'
import type { ChargedUsers } from '../domain/notice/quota-warnings.ts'
import { RootNotices } from '../domain/notice/root-notices.ts'
import type { OptionService } from '../domain/option/option-service.ts'
import { openOutgoing } from '../domain/outbox/outgoing.ts'
import type { ClientChecker, Prober } from '../domain/ports.ts'
import { sessionService } from '../domain/session/session-service.ts'
import { openSetup } from '../domain/setup/setup-service.ts'
import { openThrottle } from '../domain/throttle/throttle.ts'
import { PaymentNotices } from '../domain/top-up/payment-notices.ts'
import { Refunds } from '../domain/top-up/refunds.ts'
import { SaleTerms } from '../domain/top-up/sale-terms.ts'
import { UnpaidOrders } from '../domain/top-up/unpaid-orders.ts'
import { openPasswords, type Passwords } from '../domain/user/password.ts'
import type { FileMeter } from '../gateway/form.ts'
import { checkMetrics } from '../ledger-metrics.ts'
import type { Clock } from '../lib/clock.ts'
import type { Egress } from '../lib/net/egress.ts'
import { type SendMail, smtpSender } from '../lib/net/smtp.ts'
import type { Secrets } from '../lib/secret.ts'
import type { Invalidation } from '../lib/shared/invalidation.ts'
import { epay } from '../payment/epay.ts'
import { stripeCards } from '../payment/stripe.ts'
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
    readonly ledger: Pick<Ledger, 'note' | 'refusal'>
    /** Reads the media of requests. */
    readonly files: FileMeter
    readonly clientAddress: MountParts['clientAddress']
    readonly clock: Clock
  }
  readonly prober: Prober
  readonly clientChecker: ClientChecker
  /** What is found where all that the installation needs is looked at. @param startTime of this server, unix seconds */
  readonly examine: (startTime: number) => Promise<DoctorFinding[]>
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

/** Replaces the clock, the way of mails, the other sites, the hashes of passwords or the check of the books that the product has by itself. */
export interface ConsoleOverrides {
  /** Unix milliseconds. */
  readonly now?: (() => number) | undefined
  readonly sendMail?: SendMail | undefined
  /** Other sites than the real ones to log in with. */
  readonly sites?: SignInDoorParts['sites']
  /** Checks the books in another way than in a thread of its own. */
  readonly reconciler?: Reconciler | undefined
  readonly passwords?: Passwords | undefined
}

/** Differences of the ledger that one line of the log names. */
const LOGGED_DIFFERENCES = 20

export type Base = Awaited<ReturnType<typeof openBase>>

/** What several of the services work with. */
export async function openBase(
  parts: ConsoleParts,
  { now = () => Date.now(), sendMail = smtpSender(), sites, reconciler, ...given }: ConsoleOverrides,
) {
  const { database, secrets, invalidation, options, siteEgress, onTrouble } = parts
  const passwords = given.passwords ?? (await openPasswords())
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
    checks: openChecks(parts, now, reconciler),
    gateways,
    payments,
    refunds: new Refunds({ ...parts, gateways, isAlone, now: () => parts.nodes.databaseMs() }),
    unpaid: new UnpaidOrders({ ...parts, gateways, payments, terms, now }),
  }
}

/** The check of the ledger: what it finds goes to the log, to the metrics and to the books page. */
function openChecks(
  { config, database, registry, gateway, log, onTrouble }: ConsoleParts,
  now: () => number,
  reconciler = reconcileAside(config.database),
): CheckService {
  const note = checkMetrics(registry)
  const onChecked: CheckParts['onChecked'] = (check, differences) => {
    note(check, differences)
    const facts = { event: 'ledger_checked', tookMs: check.took_ms, differences, openHolds: check.open_holds, checks: check.checks }
    if (differences === 0) log.info(facts, 'the ledger agrees')
    else log.error({ ...facts, found: check.differences.slice(0, LOGGED_DIFFERENCES) }, 'the ledger does not agree')
  }
  return checkService({ database, reconciler, now, clock: gateway.clock, onChecked, onTrouble })
}
