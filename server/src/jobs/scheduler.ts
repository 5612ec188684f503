import type { Job } from './job.ts'

export interface Scheduler {
  /** Runs a job at once, and answers when it has ended: for tests. */
  run(name: string): Promise<void>
  /** Answers when no job runs any more. */
  stop(): Promise<void>
}

/**
 * Runs jobs at their intervals. A failed job is logged and runs again at its next turn.
 * @param isFirst whether this is the node that runs what one of them does for all; two that think so do no harm
 */
export function startJobs(
  jobs: readonly Job[],
  onTrouble: (error: unknown, facts: Record<string, unknown>) => void,
  isFirst: () => boolean,
): Scheduler {
  const running = new Map<string, Promise<void>>()
  const turn = (job: Job) => {
    const known = running.get(job.name)
    if (known) return known
    const work = job
      .run()
      .catch((error) => onTrouble(error, { event: 'job_failed', job: job.name }))
      .finally(() => running.delete(job.name))
    running.set(job.name, work)
    return work
  }
  const timers = jobs.map((job) => {
    const timer = setInterval(() => void (job.isForAll && !isFirst() ? undefined : turn(job)), job.everySeconds * 1000)
    timer.unref()
    return timer
  })
  return {
    async run(name) {
      const job = jobs.find((one) => one.name === name)
      if (!job) throw new Error(`there is no job ${name}`)
      // One that is under way may have looked before there was anything to do.
      await running.get(name)
      await turn(job)
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
