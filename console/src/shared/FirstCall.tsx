import { getUserModels } from '@waystation/contract/api/session'
import { basePath } from '~/api/base-path'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { usePublicStatus } from '~/session/status'
import { CodeBlock } from '~/ui/kit'
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
  const told = usePublicStatus()?.server_address
  const models = useData(getUserModels, {}, { when: !model, freshMs: 60_000 })
  const address = isReal(told) ? told.replace(/\/+$/, '') : `${location.origin}${basePath}`
  return (
    <CodeBlock
      samples={snippets({ address, key: apiKey, model: model || models.data?.[0] || FALLBACK_MODEL, prompt: t('snippet.prompt') })}
    />
  )
}

/** A fresh installation says localhost, which is right only when that is where we are. */
function isReal(address: string | undefined): address is string {
  return address !== undefined && /^https?:\/\//.test(address) && !/\/\/(localhost|127\.)/.test(address)
}
