import { useText } from '~/i18n'

interface Counts {
  readonly models: number
  readonly prices: number
  /** Settings that are no prices of models. */
  readonly others: number
}

/** "4 models, 6 prices, 1 other setting": before prices are saved and in their history alike. */
export function useCountWords({ models, prices, others }: Counts): string {
  const t = useText()
  const parts = [
    ...(models > 0 ? [t('price.changedModels', { count: models }), t('price.changedPrices', { count: prices })] : []),
    ...(others > 0 ? [t('price.changedOthers', { count: others })] : []),
  ]
  return parts.length === 0 ? t('price.changedNothing') : parts.join(t('price.comma'))
}
