import type { EndingModel } from '@waystation/contract/channels/upstream-models'
import { type Text, useLanguage, useText } from '~/i18n'
import { joinedNames, type Language } from '~/i18n/language'
import { Banner } from '~/ui/kit'

const MAX_LINES = 5
/** Of channels or tokens that a line names. */
const MAX_NAMES = 4

interface EndingModelsProps {
  readonly models: readonly (Omit<EndingModel, 'channels'> & {
    /** Who serves it, or is limited to it. */
    readonly names: readonly string[]
  })[]
}

/** Models that end within thirty days, with what to use in their place and how much they are called. Nothing while there are none. */
export function EndingModels({ models }: EndingModelsProps) {
  const t = useText()
  const language = useLanguage()
  if (models.length === 0) return null
  const more = models.length - MAX_LINES
  return (
    <Banner tone="amber">
      <div>{t('channel.upstream.endingTitle', { count: models.length })}</div>
      {models.slice(0, MAX_LINES).map(({ model, ends_on: on, days_left: count, successor, calls_last_week: calls, names }) => (
        <div key={model} className="field-hint">
          {t(successor === '' ? 'channel.upstream.endingLine' : 'channel.upstream.endingSuccessor', { model, on, count, successor })}{' '}
          {t('channel.upstream.endingCalls', { count: calls })}{' '}
          {names.length > 0 && t('channel.upstream.endingAffects', { names: shortly(t, language, names) })}
        </div>
      ))}
      {more > 0 && <div className="field-hint">{t('channel.upstream.endingMore', { count: more })}</div>}
    </Banner>
  )
}

/** `openai-main, relay and 12 more` */
function shortly(t: Text, language: Language, names: readonly string[]): string {
  const rest = names.length - MAX_NAMES
  const some = joinedNames(names.slice(0, MAX_NAMES), language)
  return rest > 0 ? t('channel.upstream.endingNames', { names: some, count: rest }) : some
}
