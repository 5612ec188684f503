import type { SessionService } from '../domain/session/session-service.ts'
import type { Job } from './job.ts'

/** Sessions that ended by their age leave their rows behind; this takes them out. */
export function sessionJobs(sessions: Pick<SessionService, 'purge'>): Job[] {
  return [
    {
      name: 'purge-sessions',
      everySeconds: 3600,
      isForAll: true,
      async run() {
        await sessions.purge()
      },
    },
  ]
}
