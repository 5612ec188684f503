import { explainRoute } from '@waystation/contract/api/channels/routing'
import type { RouteQuestions } from '../../domain/catalog/route-questions.ts'
import { type Route, route } from '../http/route.ts'

export const routingRoutes = ({ routeQuestions }: { readonly routeQuestions: RouteQuestions }): Route[] => [
  route(explainRoute, ({ body, language }) => routeQuestions.ask(body, language)),
]
