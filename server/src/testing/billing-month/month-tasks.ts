// The real write tasks at a time of the test's own, so that a month passes in a minute: nothing of them is changed but what clock they see.
import type { Database } from '../../db/database.ts'
import type { DatabaseAddress } from '../../db/kind.ts'
import { openDatabase } from '../../db/open-database.ts'
import { type AnyWriteTask, writeTask } from '../../db/write-task.ts'
import { writeTasks as realTasks } from '../../domain/write-tasks.ts'

interface Timed {
  readonly nowMs: number
  readonly input: unknown
}

const timed = (task: AnyWriteTask): AnyWriteTask =>
  writeTask<Timed, unknown>(`month.${task.name}`, (tx, { nowMs, input }) =>
    task.run({ ...tx, sets: { ...tx.sets, nowMs: async () => nowMs } }, input),
  )

export const writeTasks: readonly AnyWriteTask[] = realTasks.map(timed)

/** Opens a database whose clock is `now`, in unix milliseconds. */
export async function openTimedDatabase(address: DatabaseAddress, now: () => number): Promise<Database> {
  const database = await openDatabase({
    address,
    taskModules: [new URL('../../domain/write-tasks.ts', import.meta.url), new URL('./month-tasks.ts', import.meta.url)],
    tasks: [...realTasks, ...writeTasks],
    isExclusive: false,
    onDeath: (error) => {
      throw error
    },
  })
  const byName = new Map(writeTasks.map((task) => [task.name, task]))
  return {
    ...database,
    run: (task, input) => {
      const own = byName.get(`month.${task.name}`)
      return own ? database.run(own, { nowMs: now(), input }) : database.run(task, input)
    },
  }
}
