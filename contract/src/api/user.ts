import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { byId } from '../id.ts'
import { integerParameter, pageParameter, pageSchema } from '../page.ts'
import { User } from '../user.ts'

export const searchUsers = endpoint({
  method: 'GET',
  path: '/api/user/search',
  summary:
    'Users by id, name or mail address, and by group; closed accounts too, newest first. Addresses of equals and superiors are empty',
  access: 'admin',
  query: z.object({
    keyword: z.string().default(''),
    group: z.string().default(''),
    p: pageParameter,
    page_size: integerParameter,
  }),
  data: pageSchema(User),
})

export const getUser = endpoint({
  method: 'GET',
  path: '/api/user/{id}',
  summary: 'One user of a lower role, also a closed account',
  access: 'admin',
  params: byId,
  data: User,
})
