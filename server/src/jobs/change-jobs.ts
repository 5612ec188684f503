import type { CommandChanges } from '../domain/node/command-changes.ts'
import type { OptionService } from '../domain/option/option-service.ts'
import type { Invalidation } from '../lib/shared/invalidation.ts'
import type { Job } from './job.ts'

interface ChangeParts {
  readonly changes: CommandChanges
  readonly options: Pick<OptionService, 'refresh'>
  readonly invalidation: Pick<Invalidation, 'publishAllHere'>
}

/** Takes over what the command line has changed, and options that another process has stored. */
export function changeJobs({ changes, options, invalidation }: ChangeParts): Job[] {
  return [{ name: 'take-over-changes', everySeconds: 2, run: () => changes.takeOver(options, invalidation) }]
}
