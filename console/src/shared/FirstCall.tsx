import { useText } from '~/i18n'
import { useIsAdmin } from '~/session/user'
import { Banner, CodeBlock, type CodeSample, SkeletonLines } from '~/ui/kit'
import { useServerAddress } from './server-address.ts'
import type { FirstModel } from './use-first-model.ts'

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
