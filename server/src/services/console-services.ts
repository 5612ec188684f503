// Builds the console's side of the server: its services, each made once, the door to them, and what they leave to be done every so often.
import { endpoints } from '@waystation/contract/api/endpoints'
import { openapiDocument } from '@waystation/contract/openapi'
import { serverAddress } from '@waystation/contract/options/payment'
import { cookieMark, cookieName } from '../api/http/cookie.ts'
import type { MountParts } from '../api/http/mount.ts'
import { type ApiServices, apiRoutes } from '../api/routes.ts'
import { auditService } from '../domain/audit/audit-service.ts'
import { DebtCollector } from '../domain/ledger/debts/debt-collector.ts'
import { BudgetWarnings } from '../domain/notice/budget-warnings.ts'
import { QuotaWarnings } from '../domain/notice/quota-warnings.ts'
import { accessTokenService } from '../domain/session/access-token-service.ts'
import { StatementMails } from '../domain/statement/statement-mails.ts'
import { channelJobs } from '../jobs/channel-jobs.ts'
import { expiryJobs } from '../jobs/expiry-jobs.ts'
import type { Job } from '../jobs/job.ts'
import { outboxJobs } from '../jobs/outbox-jobs.ts'
import { paymentJobs } from '../jobs/payment-jobs.ts'
import { quotaWarningJob } from '../jobs/quota-warning-job.ts'
import { sessionJobs } from '../jobs/session-jobs.ts'
import { statementJobs } from '../jobs/statement-jobs.ts'
import { usageJob } from '../jobs/usage-job.ts'
import { watchJobs } from '../jobs/watch-jobs.ts'
import { apiServices } from './api-services.ts'
import { type Base, type ConsoleOverrides, type ConsoleParts, openBase } from './console-base.ts'

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
    usageJob({ database, options, now }),
  ]
}
