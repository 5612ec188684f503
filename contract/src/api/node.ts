import { z } from 'zod'
import { endpoint } from '../channels/endpoint.ts'
import { ServerNode } from '../site/node.ts'

export const listNodes = endpoint({
  method: 'GET',
  path: '/api/node/',
  summary: 'The processes that work on this installation, the newest first',
  access: 'admin',
  data: z.array(ServerNode),
})
