import { lastDoctorRun, runDoctor } from '@waystation/contract/api/doctor'
import type { DoctorFinding } from '@waystation/contract/site/doctor'
import type { Doctor } from '../../domain/doctor/doctor-service.ts'
import { type Route, route } from '../http/route.ts'

export interface DoctorRouteParts {
  readonly doctor: Doctor
}

export const doctorRoutes = ({ doctor }: DoctorRouteParts): Route[] => [
  route(lastDoctorRun, () => doctor.last()),
  route(runDoctor, async ({ audit }) => {
    const run = await doctor.run()
    const count = (state: DoctorFinding['state']) => run.findings.filter((finding) => finding.state === state).length
    audit({ after: { faults: count('bad'), warnings: count('warning') } })
    return run
  }),
]
