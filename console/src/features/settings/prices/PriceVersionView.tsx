import { listOptions } from '@waystation/contract/api/option'
import { getPriceVersion, listPriceVersions, returnToPriceVersion } from '@waystation/contract/api/price'
import type { PriceChange } from '@waystation/contract/price-version'
import { useState } from 'react'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { Button, ChevronLeftIcon, DescriptionList, EmptyState, ErrorState, Pager, RefundIcon, SkeletonLines, TimeText } from '~/ui/kit'
import { optionName } from '../words/index.ts'
import { useDesk } from './desk.ts'
import { VersionCause } from './PriceHistory.tsx'
import { ReturnDialog } from './ReturnDialog.tsx'

const ROWS = 20

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

/** Values before and after. */
export function PriceChanges({ changes }: { readonly changes: readonly PriceChange[] }) {
  const t = useText()
  const language = useLanguage()
  const [page, setPage] = useState(1)
  if (changes.length === 0) return <EmptyState title={t('price.changedNothing')} text={t('price.noChangesText')} />
  const rows = changes.slice((page - 1) * ROWS, page * ROWS)
  return (
    <>
      <div className="price-changes-scroller">
        <table className="price-changes">
          <thead>
            <tr>
              <th scope="col">{t('price.model')}</th>
              <th scope="col">{t('price.setting')}</th>
              <th scope="col">{t('price.before')}</th>
              <th scope="col">{t('price.after')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, before, after }) => (
              <tr key={`${key} ${name}`}>
                <th scope="row" className="mono">
                  {name === '' ? '–' : name}
                </th>
                <td>{optionName(key, language)}</td>
                <td>{before === null ? <span className="text3">–</span> : <s>{before}</s>}</td>
                <td>{after === null ? <span className="text3">{t('kit.removed')}</span> : <strong>{after}</strong>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {changes.length > ROWS && <Pager state={{ page, size: ROWS, setPage }} total={changes.length} />}
    </>
  )
}
