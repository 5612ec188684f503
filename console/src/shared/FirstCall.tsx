import { getUserModels } from '@waystation/contract/api/session'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { CodeBlock } from '~/ui/kit'
import { useServerAddress } from './server-address.ts'
import { snippets } from './snippets.ts'

const FALLBACK_MODEL = 'gpt-4o-mini'

export interface FirstCallProps {
  /** With `sk-`. */
  readonly apiKey: string
  /** Default: the first model that the user may call. */
  readonly model?: string | undefined
}

/** A call to copy, with the real address, key and model: curl, Python, Node. */
export function FirstCall({ apiKey, model }: FirstCallProps) {
  const t = useText()
  const address = useServerAddress()
  const models = useData(getUserModels, {}, { when: !model, freshMs: 60_000 })
  return (
    <CodeBlock
      samples={snippets({ address, key: apiKey, model: model || models.data?.[0] || FALLBACK_MODEL, prompt: t('snippet.prompt') })}
    />
  )
}
