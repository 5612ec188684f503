import { useText } from '~/i18n'
import { useIsAdmin } from '~/session/user'
import { Banner, CodeBlock, SkeletonLines } from '~/ui/kit'
import { useServerAddress } from './server-address.ts'
import { snippets } from './snippets.ts'
import type { FirstModel } from './use-first-model.ts'

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
