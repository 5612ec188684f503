import { useNavigate } from '@tanstack/react-router'
import { getPricing } from '@waystation/contract/api/channels/catalog'
import { listUnpricedModels } from '@waystation/contract/api/channels/channel'
import { defaultChatModel, isChatModel } from '@waystation/contract/channels/default-model'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useIsAdmin, useUser } from '~/session/user'
import { Button, MessageIcon } from '~/ui/kit'
import { shownTraits } from './shown-traits.ts'

export interface TryInPlaygroundProps {
  /** The model to choose there; default: the last choice. */
  readonly model?: string | undefined
  readonly size?: 'large'
}

/** A link to a first call that needs no program and no key. */
export function TryInPlayground({ model, size }: TryInPlaygroundProps) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <Button icon={<MessageIcon />} size={size} onClick={() => void navigate({ to: paths.playground(), search: model ? { model } : {} })}>
      {t('playground.tryIt')}
    </Button>
  )
}

export interface FirstModelQuery {
  /** Preferred while it can be called, such as the model of a passed test. */
  readonly preferred?: string | undefined
  /** Names among which to choose; default: all that the user may call. */
  readonly among?: readonly string[] | undefined
  /** In which the call is made; default: the user's own. */
  readonly group?: string | undefined
}

export interface FirstModel {
  /** Undefined when none of the models answers a chat. */
  readonly model: string | undefined
  /** Calls to it are refused, since it has no price and no other model has one. Known to admins. */
  readonly needsPrice: boolean
  /** All that answer a chat, those without a price last. */
  readonly models: readonly string[]
}

const FRESH_MS = 60_000
/** Names of models that are asked about at once, in the address. */
const MAX_ASKED = 100

/**
 * The model of a call that the user is shown how to make: a usual chat model with a price. Undefined while it is not known which there are,
 * and without a query.
 */
export function useFirstModel(query: FirstModelQuery | undefined): FirstModel | undefined {
  const { preferred, among, group } = query ?? {}
  const own = useUser()?.group || 'default'
  const isAdmin = useIsAdmin()
  const { data, error } = useData(getPricing, {}, { when: query !== undefined, freshMs: FRESH_MS })
  const isChat = ({ model_name }: { readonly model_name: string }) => isChatModel(model_name, shownTraits)
  const isServed = data?.some((model) => among?.includes(model.model_name) && isChat(model))
  const asked = among?.slice(0, MAX_ASKED).join(',') ?? ''
  const withoutPrice = useData(
    listUnpricedModels,
    { query: { models: asked } },
    { when: isAdmin && isServed === false && asked !== '' },
  ).data
  if (!data) {
    const model = preferred ?? defaultChatModel(among ?? [], { traits: shownTraits })
    return error ? { model, needsPrice: false, models: among ?? [] } : undefined
  }
  const inGroup = data.filter(({ enable_groups }) => enable_groups.includes(group || own))
  const offered = among ? inGroup.filter(({ model_name }) => among.includes(model_name)) : inGroup
  // A token or channel may name chat models that nobody is offered: better one of these than none.
  const names = !among || offered.some(isChat) ? offered.map(({ model_name }) => model_name) : among
  const refused = withoutPrice?.rule === 'refused' ? withoutPrice.models : []
  const unpriced = [...offered.filter(({ price_source }) => price_source === 'unset').map(({ model_name }) => model_name), ...refused]
  const isGood =
    preferred !== undefined && names.includes(preferred) && isChatModel(preferred, shownTraits) && !unpriced.includes(preferred)
  const model = isGood ? preferred : defaultChatModel(names, { unpriced, traits: shownTraits })
  const isUnpriced = new Set(unpriced)
  const models = names
    .filter((name) => isChatModel(name, shownTraits))
    .toSorted((one, other) => Number(isUnpriced.has(one)) - Number(isUnpriced.has(other)) || one.localeCompare(other))
  return { model, needsPrice: model !== undefined && refused.includes(model), models }
}
