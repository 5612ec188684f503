import { listOptions } from '@waystation/contract/api/option'
import { getPriceVersion, listPriceVersions, returnToPriceVersion } from '@waystation/contract/api/price'
import { useState } from 'react'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { Button, ChevronLeftIcon, DescriptionList, ErrorState, RefundIcon, SkeletonLines, TimeText } from '~/ui/kit'
import { useDesk } from './desk.ts'
import { PriceChanges } from './PriceChanges.tsx'
import { ReturnDialog } from './ReturnDialog.tsx'
import { VersionCause } from './VersionCause.tsx'

/** One version: who, when and why, each value that it changed, and the way back to it. */
export function PriceVersionView({ id, onBack }: { readonly id: number; readonly onBack: () => void }) {
  const t = useText()
  const { settings, draft } = useDesk()
  const [isAsking, setIsAsking] = useState(false)
  const { data, error, refresh } = useData(getPriceVersion, { params: { id } })
  const back = useCall(returnToPriceVersion, { refreshes: [listPriceVersions, getPriceVersion, listOptions], done: 'price.returned' })
  const newest = settings.newest?.id ?? 0
  const isDirty = Object.keys(draft.texts).length > 0
  const head = (
    <div className="price-version-head">
      <Button size="small" kind="text" icon={<ChevronLeftIcon />} onClick={onBack}>
        {t('price.allVersions')}
      </Button>
      <span className="grow" />
      {data && (
        <Button
          icon={<RefundIcon />}
          onClick={() => setIsAsking(true)}
          disabledReason={id === newest ? t('price.isCurrent') : isDirty ? t('price.returnUnsaved') : undefined}
        >
          {t('price.return')}
        </Button>
      )}
    </div>
  )
  if (!data) {
    return (
      <>
        {head}
        {error ? <ErrorState error={error} onRetry={refresh} /> : <SkeletonLines count={8} />}
      </>
    )
  }
  return (
    <>
      {head}
      <h3 className="price-version-title">{t('price.version', { id })}</h3>
      <DescriptionList
        facts={[
          { label: t('price.when'), value: <TimeText unix={data.created_at} style="full" /> },
          { label: t('price.why'), value: <VersionCause version={data} /> },
          { label: t('price.note'), value: data.note === '' ? '–' : data.note },
        ]}
      />
      <PriceChanges changes={data.changed} />
      <ReturnDialog
        isOpen={isAsking}
        id={id}
        newest={newest}
        onClose={() => setIsAsking(false)}
        onReturn={async (note) => {
          await back.run({ params: { id }, body: { note } })
          onBack()
        }}
      />
    </>
  )
}
