import { listModelsByType } from '@waystation/contract/api/catalog'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { firstNames } from '~/shared/first-names'
import { UnpricedNote } from '~/shared/UnpricedNote'
import { useUnpricedModels } from '~/shared/use-unpriced-models'
import { Banner, Button, ModelsField, useFormScope, useFormValue } from '~/ui/kit'
import { textsOf } from './channel-form.ts'
import { useFetchModels } from './use-fetch-models.ts'

/** Of models that a note names. */
const MAX_NAMES = 8

export interface ChannelModelsProps {
  readonly storedId: number | undefined
  readonly isCompact: boolean
}

/** The channel's models: typed, fetched from the upstream, or the usual ones of its type; which of them have no price, and which no endpoint serves. */
export function ChannelModels({ storedId, isCompact }: ChannelModelsProps) {
  const t = useText()
  const { store } = useFormScope()
  const type = useFormValue<number>('type')
  const key = useFormValue<string | undefined>('key') ?? ''
  const models = useFormValue<string | undefined>('models') ?? ''
  const mapping = useFormValue<string | undefined>('model_mapping') ?? ''
  const byType = useData(listModelsByType, {}, { freshMs: 300_000 })
  const unpriced = useUnpricedModels(models, type, textsOf(mapping))
  const usual = byType.data?.[String(type)] ?? []
  const everyModel = Object.values(byType.data ?? {}).flat()
  const askModels = useFetchModels(storedId)

  return (
    <>
      <ModelsField
        name="models"
        label={t('channel.models')}
        hint={isCompact ? undefined : t('channel.modelsHint')}
        isRequired
        isWide
        known={usual}
        recognized={everyModel}
        fetchModels={askModels}
        fetchDisabledReason={key.trim() === '' && storedId === undefined ? t('channel.testNeeds') : undefined}
        aside={
          usual.length > 0 &&
          models === '' && (
            <Button size="small" kind="text" onClick={() => store.set('models', usual.join(','))}>
              {t('channel.modelsDefault')}
            </Button>
          )
        }
      />
      {unpriced && unpriced.models.length > 0 && (
        <div className="field wide">
          <UnpricedNote facts={unpriced} />
        </div>
      )}
      {unpriced && unpriced.uncallable.length > 0 && (
        <div className="field wide">
          <Banner tone="blue">
            <div>{t('channel.uncallable', { count: unpriced.uncallable.length, all: unpriced.asked })}</div>
            <div className="field-hint">{t('channel.uncallableNames', { names: firstNames(unpriced.uncallable, MAX_NAMES) })}</div>
          </Banner>
        </div>
      )}
    </>
  )
}
