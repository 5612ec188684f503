import { RouteExplanation, RouteQuestion } from '../../calls/route.ts'
import { endpoint } from '../../channels/endpoint.ts'

export const explainRoute = endpoint({
  method: 'POST',
  path: '/api/routing/explain',
  summary: 'Where a call would go now, with which share, and why not elsewhere; changes nothing and sends nothing',
  access: 'admin',
  writes: false,
  body: RouteQuestion,
  data: RouteExplanation,
})
