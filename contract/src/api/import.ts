import { endpoint } from '../channels/endpoint.ts'
import { LastImport } from '../site/import.ts'

export const lastImport = endpoint({
  method: 'GET',
  path: '/api/import/',
  summary: 'The report of the last import from another gateway, which the command line makes',
  access: 'root',
  data: LastImport,
})
