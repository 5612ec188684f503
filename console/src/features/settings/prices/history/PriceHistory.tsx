import { useQuery } from '@tanstack/react-query'
import { getPriceVersion, listPriceVersions, returnToPriceVersion } from '@waystation/contract/api/money/price'
import { listOptions } from '@waystation/contract/api/option'
import { PRICE_NOTE_MAX, type PriceVersion, type PriceVersionRecord } from '@waystation/contract/prices/price-version'
import { useState } from 'react'
import { call } from '~/api/call'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import {
  Button,
  ChevronLeftIcon,
  DescriptionList,
  Dialog,
  EmptyState,
  ErrorState,
  HistoryIcon,
  Pager,
  RefundIcon,
  SideSheet,
  SkeletonLines,
  Tag,
  TextInput,
  TimeText,
  timeText,
  toast,
  useUrlState,
} from '~/ui/kit'
import { useCountWords } from '../count-words.ts'
import { useDesk } from '../desk.ts'
import { PriceChanges } from './PriceChanges.tsx'
import { allBack, changesOf, countsOf, type VersionChanges } from './price-moves.ts'
import './price-history.css'

/** Versions per page. */
const ROWS = 20

interface ReturnDialogProps {
  readonly isOpen: boolean
  readonly id: number
  /** The version that stands. */
  readonly newest: number
  readonly onClose: () => void
  readonly onReturn: (note: string) => Promise<unknown>
}

/** Asks before all prices go back to a version, and shows each value that would change. */
function ReturnDialog({ isOpen, id, newest, onClose, onReturn }: ReturnDialogProps) {
  const t = useText()
  const [note, setNote] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: [getPriceVersion.path, 'back', id, newest],
    queryFn: () => loadChangesBack(id, newest),
    enabled: isOpen,
  })
  const go = async () => {
    await onReturn(note.trim())
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('price.returnTitle', { id })}
      width={640}
      buttons={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" onClick={go} isDisabled={!data}>
            {t('price.return')}
          </Button>
        </>
      }
    >
      <div className="price-form">
        <p className="text2">{t('price.returnText', { id: newest + 1 })}</p>
        {data ? <ChangesWithCount changes={data} /> : error ? <ErrorState error={error} onRetry={refetch} /> : <SkeletonLines count={5} />}
        <TextInput label={t('price.note')} value={note} onChange={setNote} maxLength={PRICE_NOTE_MAX} hint={t('price.noteHint')} />
      </div>
    </Dialog>
  )
}

/** "1 model, 1 price", and each of them. */
function ChangesWithCount({ changes }: { readonly changes: VersionChanges }) {
  const words = useCountWords(countsOf(changes))
  return (
    <>
      <p className="price-changes-count">{words}</p>
      <PriceChanges changes={changes} />
    </>
  )
}

/** How many versions are asked for at the same time. */
const AT_ONCE = 8
/** Versions per page while they are looked through. */
const PAGE = 100

async function loadChangesBack(id: number, newest: number): Promise<VersionChanges> {
  const ids = (await idsFrom(newest)).filter((one) => one > id)
  const versions: PriceVersionRecord[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = await Promise.all(ids.slice(at, at + AT_ONCE).map((one) => call(getPriceVersion, { params: { id: one } })))
    versions.push(...some)
  }
  return allBack(versions)

  /** Newest first, down to the one that is returned to. */
  async function idsFrom(top: number): Promise<number[]> {
    const found: number[] = []
    for (let page = 1; ; page += 1) {
      const { items, total } = await call(listPriceVersions, { query: { p: page, page_size: PAGE } })
      found.push(...items.map((one) => one.id).filter((one) => one <= top))
      if (items.length === 0 || page * PAGE >= total || items.some((one) => one.id <= id)) return found
    }
  }
}

/** Who made a version, and why. */
function VersionCause({ version: { cause, username, returned_to } }: { readonly version: PriceVersion }) {
  const t = useText()
  return t(`price.cause.${cause}`, { user: username === '' ? t('price.unknownUser') : username, id: returned_to })
}

/** One version: who, when and why, each value that it changed, and the way back to it. */
function PriceVersionView({ id, onBack }: { readonly id: number; readonly onBack: () => void }) {
  const t = useText()
  const { settings, draft } = useDesk()
  const [isAsking, setIsAsking] = useState(false)
  const { data, error, refresh } = useData(getPriceVersion, { params: { id } })
  const back = useCall(returnToPriceVersion, { refreshes: [listPriceVersions, getPriceVersion, listOptions] })
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
      <ChangesWithCount changes={changesOf(data)} />
      <ReturnDialog
        isOpen={isAsking}
        id={id}
        newest={newest}
        onClose={() => setIsAsking(false)}
        onReturn={async (note) => {
          await back.run({ params: { id }, body: { note } })
          toast.done(t('price.returned', { id }))
          onBack()
        }}
      />
    </>
  )
}

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

/** Which version stands, since when and by whom, with the way to the earlier ones. */
export function VersionLine() {
  const t = useText()
  const language = useLanguage()
  const { change } = useUrlState()
  const { newest } = useDesk().settings
  if (!newest) return t('price.noVersion')
  const facts = { id: newest.id, time: timeText(newest.created_at, 'short', language), user: newest.username }
  return (
    <>
      {t(newest.username === '' ? 'price.versionLine' : 'price.versionLineBy', facts)}
      {' · '}
      <button type="button" className="link" onClick={() => change({ history: 'all' })}>
        {t('price.history')}
      </button>
    </>
  )
}
