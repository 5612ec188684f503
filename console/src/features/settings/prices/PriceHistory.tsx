import { listPriceVersions } from '@waystation/contract/api/price'
import { useState } from 'react'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { EmptyState, ErrorState, HistoryIcon, Pager, SideSheet, SkeletonLines, Tag, TimeText, useUrlState } from '~/ui/kit'
import { useDesk } from './desk.ts'
import { PriceVersionView } from './PriceVersionView.tsx'
import { VersionCause } from './VersionCause.tsx'

const ROWS = 20

/** All versions of the prices, and one of them with what it changed. Which one is in the address: `?history=41`. */
export function PriceHistory({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useText()
  const { params, change } = useUrlState()
  const id = Number(params.history)
  return (
    <SideSheet isOpen={isOpen} onClose={onClose} title={t('price.historyTitle')} width={800}>
      {Number.isInteger(id) && id > 0 ? (
        <PriceVersionView key={id} id={id} onBack={() => change({ history: 'all' })} />
      ) : (
        <Versions onOpen={(version) => change({ history: String(version) })} />
      )}
    </SideSheet>
  )
}

function Versions({ onOpen }: { readonly onOpen: (id: number) => void }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const newest = useDesk().settings.newest?.id
  const { data, error, refresh } = useData(listPriceVersions, { query: { p: page, page_size: ROWS } }, { keepsPrevious: true })
  if (!data) return error ? <ErrorState error={error} onRetry={refresh} /> : <SkeletonLines count={10} />
  if (data.items.length === 0) return <EmptyState icon={<HistoryIcon />} title={t('price.noVersions')} text={t('price.noVersionsText')} />
  return (
    <>
      <ul className="price-versions">
        {data.items.map((version) => (
          <li key={version.id}>
            <button type="button" onClick={() => onOpen(version.id)}>
              <span className="price-version-name">
                <strong>{t('price.version', { id: version.id })}</strong>
                {version.id === newest && <Tag tone="green">{t('price.current')}</Tag>}
                <span className="text2">{version.note}</span>
              </span>
              <span className="text3">
                <TimeText unix={version.created_at} /> · <VersionCause version={version} />
              </span>
              <span className="price-version-count">{t('price.changes', { count: version.changes })}</span>
            </button>
          </li>
        ))}
      </ul>
      {data.total > ROWS && <Pager state={{ page, size: ROWS, setPage }} total={data.total} />}
    </>
  )
}
