import { useQuery } from '@tanstack/react-query'
import { getPriceVersion, listPriceVersions } from '@waystation/contract/api/price'
import { PRICE_NOTE_MAX, type PriceChange } from '@waystation/contract/price-version'
import { useState } from 'react'
import { call } from '~/api/call'
import { useText } from '~/i18n'
import { Button, Dialog, ErrorState, SkeletonLines, TextInput } from '~/ui/kit'
import { PriceChanges } from './PriceChanges.tsx'
import { changesBack } from './versions-between.ts'

export interface ReturnDialogProps {
  readonly isOpen: boolean
  readonly id: number
  /** The version that stands. */
  readonly newest: number
  readonly onClose: () => void
  readonly onReturn: (note: string) => Promise<unknown>
}

/** Asks before all prices go back to a version, and shows each value that would change. */
export function ReturnDialog({ isOpen, id, newest, onClose, onReturn }: ReturnDialogProps) {
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
        {data ? <PriceChanges changes={data} /> : error ? <ErrorState error={error} onRetry={refetch} /> : <SkeletonLines count={5} />}
        <TextInput label={t('price.note')} value={note} onChange={setNote} maxLength={PRICE_NOTE_MAX} hint={t('price.noteHint')} />
      </div>
    </Dialog>
  )
}

/** How many versions are asked for at the same time. */
const AT_ONCE = 8
/** Versions per page while they are looked through. */
const PAGE = 100

async function loadChangesBack(id: number, newest: number): Promise<PriceChange[]> {
  const ids = (await idsFrom(newest)).filter((one) => one > id)
  const versions: (readonly PriceChange[])[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = await Promise.all(ids.slice(at, at + AT_ONCE).map((one) => call(getPriceVersion, { params: { id: one } })))
    versions.push(...some.map(({ changed }) => changed))
  }
  return changesBack(versions)

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
