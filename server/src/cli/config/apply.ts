// Carries a plan out: the options first, all or none, then each channel by itself. What is done stays done, and a second run does the rest.
import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '@waystation/contract/people/audit'
import { auditService } from '../../domain/audit/audit-service.ts'
import { tellServers } from '../../domain/node/command-changes.ts'
import { newRequestId } from '../../lib/request-id.ts'
import type { Installation } from './installation.ts'
import type { Plan } from './plan.ts'
import type { ChannelStep } from './plan-channels.ts'
import { operator, textsOf } from './plan-options.ts'

/**
 * Carries out a plan that was shown and agreed to. False, and nothing is done, where it would be another one by now: somebody else has changed
 * something meanwhile.
 * @param again makes the plan anew
 */
export async function applyShown(
  shown: Plan,
  { installation, again }: { readonly installation: Installation; readonly again: () => Promise<Plan | undefined> },
  say: (line: string) => void,
): Promise<boolean> {
  await installation.options.refresh()
  if (!isDeepStrictEqual(await again(), shown)) return false
  await applyPlan(shown, installation, say)
  return true
}

/** @param say is told of each thing that is done */
export async function applyPlan(plan: Plan, installation: Installation, say: (line: string) => void): Promise<void> {
  const { database } = installation
  const record = recorder(installation)
  const steps = [
    ...(plan.options.length > 0
      ? [{ what: plan.options.map(({ key }) => key).join(', '), run: () => applyOptions(plan, installation, record) }]
      : []),
    ...plan.channels.map((step) => ({ what: `channel ${JSON.stringify(step.name)}`, run: () => applyChannel(step, installation, record) })),
  ]
  for (const [at, { what, run }] of steps.entries()) {
    try {
      await run()
      say(`Done: ${what}`)
    } catch (error) {
      for (const left of steps.slice(at)) say(`Not done: ${left.what}`)
      // What is done counts; where this fails too, it is for the reason that is told.
      await tellServers(database).catch(() => {})
      throw error
    }
  }
  await tellServers(database)
}

type Recorder = (action: AuditAction, target: string, detail: unknown) => Promise<void>

/** All rows of one run have its id. */
function recorder({ database }: Installation): Recorder {
  const [audit, requestId] = [auditService(database), newRequestId()]
  return (action, target, detail) => audit.write({ actorId: 0, actorName: 'command line', clientIp: '', action, target, requestId, detail })
}

async function applyOptions({ options: steps }: Plan, { options }: Installation, record: Recorder): Promise<void> {
  const before = new Map(steps.map(({ key }) => [key, options.storedText(key)]))
  await options.setAll(textsOf(steps), { ...operator, basedOn: options.priceVersion })
  for (const { key, change } of steps) {
    const detail = 'is_secret' in change ? { before: '***', after: '***' } : { before: before.get(key), after: options.storedText(key) }
    await record('option.update', key, detail)
  }
}

/** With the same rows in the audit log as the console's. */
async function applyChannel(step: ChannelStep, { writer }: Installation, record: Recorder): Promise<void> {
  if (step.id === undefined) {
    const after = await writer.create(operator, step.draft)
    return record('channel.create', String(after.id), { after })
  }
  const { before, after } = await writer.change(operator, step.id, step.patch)
  const isKeyChanged = (step.patch.key ?? '') !== ''
  return record('channel.update', String(step.id), { before, after: { ...after, is_key_changed: isKeyChanged } })
}
