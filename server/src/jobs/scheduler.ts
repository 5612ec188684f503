import type { Job } from './job.ts'

export interface Scheduler {
  /** Answers when no job runs any more. */
  stop(): Promise<void>
}

/** Runs jobs at their intervals. A failed job is logged and runs again at its next turn. */
export function startJobs(jobs: readonly Job[], onTrouble: (error: unknown, facts: Record<string, unknown>) => void): Scheduler {
  const running = new Map<string, Promise<void>>()
  const timers = jobs.map((job) => {
    const turn = () => {
      if (running.has(job.name)) return
      const work = job
        .run()
        .catch((error) => onTrouble(error, { event: 'job_failed', job: job.name }))
        .finally(() => running.delete(job.name))
      running.set(job.name, work)
    }
    const timer = setInterval(turn, job.everySeconds * 1000)
    timer.unref()
    return timer
  })
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
