import { z } from 'zod'
import { endpoint } from '../channels/endpoint.ts'
import { PublicStatus } from '../site/public-status.ts'
import { SetupDraft, SetupStatus } from '../site/setup.ts'

export const getSetup = endpoint({
  method: 'GET',
  path: '/api/setup',
  summary: 'Is the server set up?',
  access: 'public',
  csrf: false,
  data: SetupStatus,
})

export const postSetup = endpoint({
  method: 'POST',
  path: '/api/setup',
  summary: 'Create the super admin',
  access: 'setup',
  rate: 'critical',
  writes: false,
  audit: 'setup',
  body: SetupDraft,
  data: z.null(),
})

export const getStatus = endpoint({
  method: 'GET',
  path: '/api/status',
  summary: 'What everybody may know',
  access: 'public',
  csrf: false,
  data: PublicStatus,
})
