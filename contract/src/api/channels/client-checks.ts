import { z } from 'zod'
import { endpoint } from '../../channels/endpoint.ts'
import { ClientCheckRow, clientFamilies } from '../../clients/client-checks.ts'
import { byId } from '../../values/id.ts'
import { exactText } from '../../values/pasted.ts'

/** The client family to check, and the model to call. */
const asked = z.object({ family: z.enum(clientFamilies), model: exactText().min(1).max(190) })

export const checkChannelClients = endpoint({
  method: 'POST',
  path: '/api/channel/{id}/clients',
  summary: 'Ask a channel as a family of clients does, and judge its answers field by field',
  access: 'admin',
  scope: 'channels',
  audit: 'channel.test',
  params: byId,
  body: asked,
  data: z.array(ClientCheckRow),
})

export const clientCheckCost = endpoint({
  method: 'GET',
  path: '/api/token/{id}/clients',
  summary: 'What checking all families of clients with a token would cost it at most',
  access: 'user',
  owner: 'own',
  params: byId,
  query: asked.pick({ model: true }),
  /** `most_quota`: quota units; null: the model has no price. */
  data: z.object({ calls: z.number().int(), most_quota: z.number().int().nullable() }),
})

export const checkTokenClients = endpoint({
  method: 'POST',
  path: '/api/token/{id}/clients',
  summary: 'The same with a token, which pays for these calls',
  access: 'user',
  owner: 'own',
  billed: true,
  params: byId,
  body: asked,
  data: z.array(ClientCheckRow),
})
