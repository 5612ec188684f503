import type { OptionService } from '../domain/option/option-service.ts'
import type { Job } from './job.ts'

/** Takes over options that the command line, or another process, has stored. */
export function optionJobs(options: Pick<OptionService, 'refresh'>): Job[] {
  return [{ name: 'refresh-options', everySeconds: 2, run: () => options.refresh() }]
}
