import { useNavigate } from '@tanstack/react-router'
import { getPricing } from '@waystation/contract/api/channels/catalog'
import { listUnpricedModels } from '@waystation/contract/api/channels/channel'
import { defaultChatModel, isChatModel } from '@waystation/contract/channels/default-model'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { useIsAdmin, useUser } from '~/session/user'
import { Banner, Button, CodeBlock, type CodeSample, MessageIcon, SkeletonLines } from '~/ui/kit'
import { useServerAddress } from './server-address.ts'
import { shownTraits } from './shown-traits.ts'

interface Call {
  /** Scheme, host and base path, without a slash at the end. */
  readonly address: string
  readonly key: string
  readonly model: string
  readonly prompt: string
}

/** A first call to copy: curl, and OpenAI's own SDKs. */
function snippets({ address, key, model, prompt }: Call): readonly CodeSample[] {
  const content = JSON.stringify(prompt)
  const body = `{\n    "model": ${JSON.stringify(model)},\n    "messages": [{"role": "user", "content": ${content}}]\n  }`.replaceAll(
    "'",
    "'\\''",
  )
  return [
    {
      label: 'curl',
      language: 'shell',
      code: `curl ${address}/v1/chat/completions \\\n  -H "Authorization: Bearer ${key}" \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`,
    },
    {
      label: 'Python',
      language: 'python',
      code: `# pip install openai
from openai import OpenAI

client = OpenAI(base_url="${address}/v1", api_key="${key}")
reply = client.chat.completions.create(
    model=${JSON.stringify(model)},
    messages=[{"role": "user", "content": ${content}}],
)
print(reply.choices[0].message.content)`,
    },
    {
      label: 'Node.js',
      language: 'javascript',
      code: `// npm install openai
import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${address}/v1', apiKey: '${key}' })
const reply = await client.chat.completions.create({
  model: ${JSON.stringify(model)},
  messages: [{ role: 'user', content: ${content} }],
})
console.log(reply.choices[0].message.content)`,
    },
  ]
}

/** Stands where no model can be named. */
const NO_MODEL = 'YOUR_MODEL'

export interface FirstCallProps {
  /** With `sk-`. */
  readonly apiKey: string
  /** Undefined while it is being found. */
  readonly first: FirstModel | undefined
}

/** A call to copy, with the real address, key and model: curl, Python, Node. Warns beforehand when it cannot succeed. */
export function FirstCall({ apiKey, first }: FirstCallProps) {
  const t = useText()
  const isAdmin = useIsAdmin()
  const address = useServerAddress()
  if (!first) return <SkeletonLines />
  const { model = NO_MODEL, needsPrice } = first
  return (
    <div className="stack">
      {first.model === undefined && <Banner tone="amber">{t(isAdmin ? 'snippet.noModelAdmin' : 'snippet.noModelUser')}</Banner>}
      {needsPrice && <Banner tone="amber">{t('snippet.noPriceAdmin', { model })}</Banner>}
      <CodeBlock samples={snippets({ address, key: apiKey, model, prompt: t('snippet.prompt') })} />
    </div>
  )
}

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
  const models = among?.slice(0, MAX_ASKED).join(',') ?? ''
  const withoutPrice = useData(listUnpricedModels, { query: { models } }, { when: isAdmin && isServed === false && models !== '' }).data
  if (!data) return error ? { model: preferred ?? defaultChatModel(among ?? [], { traits: shownTraits }), needsPrice: false } : undefined
  const inGroup = data.filter(({ enable_groups }) => enable_groups.includes(group || own))
  const offered = among ? inGroup.filter(({ model_name }) => among.includes(model_name)) : inGroup
  // A token or channel may name chat models that nobody is offered: better one of these than none.
  const names = !among || offered.some(isChat) ? offered.map(({ model_name }) => model_name) : among
  const refused = withoutPrice?.rule === 'refused' ? withoutPrice.models : []
  const unpriced = [...offered.filter(({ price_source }) => price_source === 'unset').map(({ model_name }) => model_name), ...refused]
  const isGood =
    preferred !== undefined && names.includes(preferred) && isChatModel(preferred, shownTraits) && !unpriced.includes(preferred)
  const model = isGood ? preferred : defaultChatModel(names, { unpriced, traits: shownTraits })
  return { model, needsPrice: model !== undefined && refused.includes(model) }
}
