// The checks of an installation as super admins run them, one run at a time.
import type { DoctorFinding, DoctorRun, LastDoctorRun } from '@waystation/contract/site/doctor'
import type { Database } from '../../db/database.ts'
import { findDoctorRun, keepDoctorRun } from './doctor-run-store.ts'

export interface DoctorParts {
  readonly database: Database
  /** Looks at everything; changes nothing. */
  readonly examine: () => Promise<DoctorFinding[]>
  /** Unix milliseconds. */
  readonly now: () => number
}

export class Doctor {
  readonly #parts: DoctorParts
  #running: Promise<DoctorRun> | undefined

  constructor(parts: DoctorParts) {
    this.#parts = parts
  }

  async last(): Promise<LastDoctorRun> {
    return { last: (await findDoctorRun(this.#parts.database)) ?? null }
  }

  /** Who asks while a run is under way gets what that finds. */
  run(): Promise<DoctorRun> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #run(): Promise<DoctorRun> {
    const { database, examine, now } = this.#parts
    const startedMs = now()
    const findings = await examine()
    const run = { at: Math.floor(startedMs / 1000), took_ms: Math.round(now() - startedMs), findings }
    await database.run(keepDoctorRun, run)
    return run
  }
}
