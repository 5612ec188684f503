// What an installation needs, as it was found: on the page of super admins and on the command line.
import { z } from 'zod'

const words = z.object({ zh: z.string().max(4000), en: z.string().max(4000) })

/** What a check found. */
export const DoctorFinding = z.object({
  check: words,
  /** `note`: nothing is wrong, or nothing is there to be checked. */
  state: z.enum(['good', 'note', 'warning', 'bad']),
  says: words,
  /** What to do about it; of warnings and faults. */
  advice: words.optional(),
})
export type DoctorFinding = z.infer<typeof DoctorFinding>

export const DoctorRun = z.object({
  /** Unix seconds. */
  at: z.number().int(),
  took_ms: z.number().int(),
  findings: z.array(DoctorFinding).max(100),
})
export type DoctorRun = z.infer<typeof DoctorRun>

/** `last`: null where there was none. */
export const LastDoctorRun = z.object({ last: DoctorRun.nullable() })
export type LastDoctorRun = z.infer<typeof LastDoctorRun>
