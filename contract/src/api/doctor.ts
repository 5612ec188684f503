import { endpoint } from '../channels/endpoint.ts'
import { DoctorRun, LastDoctorRun } from '../site/doctor.ts'

export const lastDoctorRun = endpoint({
  method: 'GET',
  path: '/api/doctor/',
  summary: 'What was found when everything that the installation needs was checked last',
  access: 'root',
  data: LastDoctorRun,
})

export const runDoctor = endpoint({
  method: 'POST',
  path: '/api/doctor/',
  summary: 'Check everything that the installation needs; changes nothing',
  access: 'root',
  scope: 'settings',
  audit: 'doctor.run',
  data: DoctorRun,
})
