import { MAX_RANKED_MODELS, type UsageOverview } from '@waystation/contract/data'
import { useText } from '~/i18n'

/** What each series of the overview is called; the last may be all others, with how many they are as far as that is known. */
export function useModelNames(overview: UsageOverview | undefined): readonly string[] {
  const t = useText()
  if (!overview) return []
  const { models, ranking } = overview
  const others = ranking.length - models.filter(({ model }) => model !== null).length
  return models.map(
    ({ model }) => model ?? (ranking.length < MAX_RANKED_MODELS ? t('dashboard.others', { count: others }) : t('dashboard.other')),
  )
}
