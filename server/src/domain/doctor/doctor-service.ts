// The checks of an installation as super admins run them, one run at a time.
import type { DoctorFinding, DoctorRun, LastDoctorRun } from '@waystation/contract/site/doctor'
import type { Database } from '../../db/database.ts'
import { SingleFlight } from '../../lib/single-flight.ts'
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
  readonly #runs = new SingleFlight<'run', DoctorRun>()

  constructor(parts: DoctorParts) {
    this.#parts = parts
  }

  async last(): Promise<LastDoctorRun> {
    return { last: (await findDoctorRun(this.#parts.database)) ?? null }
  }

  /** Runs the checks; a call while they run gets their result. */
  run(): Promise<DoctorRun> {
    return this.#runs.run('run', () => this.#run())
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
