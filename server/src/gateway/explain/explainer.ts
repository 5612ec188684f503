// Answers where a call would go now, and why not elsewhere: the domain's port, implemented here. Nothing is sent, held or changed.
import { type RouteExplanation, usualEndpoint } from '@waystation/contract/calls/route'
import type { Work } from '@waystation/contract/models/stated-traits'
import type { AskedRoute, RouteExplainer } from '../../domain/ports.ts'
import type { Caller } from '../caller.ts'
import type { Gateway } from '../gateway.ts'
import { type PlanServices, planParts } from '../plan-route/plan-parts.ts'
import { recallHome } from '../plan-route/plan-route.ts'
import { askedCall } from './asked-call.ts'
import { servedAt } from './asked-endpoints.ts'
import { lookAtRoute } from './look-at-route.ts'
import { type StandingServices, standingRefusal } from './standing-refusal.ts'
import { toldFolds, toldRefusal, toldTiers } from './tell-route.ts'

type ExplainServices = Omit<PlanServices, 'random'> & Pick<Gateway, 'availability' | 'affinity' | 'files'> & StandingServices

export function routeExplainer(services: ExplainServices): RouteExplainer {
  return { explain: (asked) => explain(asked, services) }
}

async function explain(asked: AskedRoute, services: ExplainServices): Promise<RouteExplanation> {
  await services.catalog.upToDate()
  const { language } = asked
  const caller = callerOf(asked)
  const model = caller.token?.aliases?.get(asked.model) ?? asked.model
  const endpoint = asked.endpoint ?? usualEndpoint(workOf(model, services))
  const call = await askedCall(servedAt(endpoint), { ...asked, model }, services.files)
  await recallHome(caller, call, services)
  // Nothing is drawn: every channel is looked at.
  const parts = { ...planParts({ ...services, random: () => 0 }, 1), availability: services.availability }
  const look = await lookAtRoute(caller, call, parts)
  const search = { catalog: parts.catalog, group: caller.group, model }
  const known = look.home && (parts.catalog.channel(look.home.channel.id) ?? look.home.channel)
  return {
    ...{ model, group: caller.group, endpoint, stream: call.facts.isStream },
    refusal: toldRefusal(await standingRefusal(caller, call, { ...look, hasBody: asked.request !== undefined }, services), language),
    home: look.home && known ? { channel_id: known.id, channel_name: known.name, is_first: look.home.isFirst } : null,
    trial: look.trial ? { channel_id: look.trial.id, channel_name: look.trial.name } : null,
    ...toldTiers(look, { facts: call.facts, availability: services.availability, language }),
    out: [...toldFolds(look, search, language)],
  }
}

function workOf(model: string, { traits }: Pick<ExplainServices, 'traits'>): Work {
  const { work, likelyWork } = traits(model)
  // Some models with such a word in their names make pictures in a chat.
  return likelyWork === 'image' && work !== 'image' ? 'chat' : likelyWork
}

function callerOf({ user, token, group, language }: AskedRoute): Caller {
  return {
    ...{ user, token, tokenName: token?.name ?? '', pinnedChannelId: undefined, ip: '', language },
    group: group || token?.group || user.group,
  }
}
