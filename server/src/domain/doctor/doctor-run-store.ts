// The last run of the doctor, kept so that it is there after a restart, and on every node.
import { DoctorRun } from '@waystation/contract/site/doctor'
import type { Database } from '../../db/database.ts'
import { writeTask } from '../../db/write-task.ts'

const KEY = 'doctor_run'

/** Keeps a run in place of the one before. */
export const keepDoctorRun = writeTask<DoctorRun, null>('doctor.keep', async (tx, run) => {
  await tx.db.deleteFrom('meta').where('key', '=', KEY).execute()
  await tx.db
    .insertInto('meta')
    .values({ key: KEY, value: JSON.stringify(run) })
    .execute()
  return null
})

/** The last run; undefined: there was none, or another version kept it in another form. */
export async function findDoctorRun({ read }: Database): Promise<DoctorRun | undefined> {
  const row = await read.selectFrom('meta').select('value').where('key', '=', KEY).executeTakeFirst()
  return row && DoctorRun.safeParse(JSON.parse(row.value)).data
}
