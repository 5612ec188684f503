import { searchChannels } from '@waystation/contract/api/channels/channel'
import { listBills } from '@waystation/contract/api/money/books'
import { type Bill, type BillPreview, MAX_BILL_BYTES } from '@waystation/contract/money/books'
import { type ReactNode, useRef, useState } from 'react'
import { call } from '~/api/call'
import { messageOf } from '~/api/call-error'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { Banner, Button, confirm, Dialog, IconButton, SearchSelect, TrashIcon, timeText, UploadIcon } from '~/ui/kit'
import { BillPreviewBox } from './BillPreviewBox.tsx'
import { spanText } from './books-days.ts'
import { useMoney } from './money.ts'
import { useBillCalls } from './use-books.ts'

const DAY_SECONDS = 86_400
const MAX_FOUND = 20

/** A file that was chosen, and the channel whose bill it is. */
interface Chosen {
  readonly channelId: string | undefined
  readonly fileName: string
  readonly text: string | undefined
}

const nothing: Chosen = { channelId: undefined, fileName: '', text: undefined }

/** Uploading a vendor's bill: channel and file, then what storing it does, then storing it. Below, the bills that are there. */
export function BillDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useText()
  const bill = useBill()
  const close = () => {
    bill.reset()
    onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={t('books.bill.upload')} width={640} buttons={<Buttons bill={bill} onDone={close} />}>
      <div className="books-upload">
        <p className="text2">{t('books.bill.forms')}</p>
        <div className="books-upload-fields">
          <SearchSelect
            label={t('books.bill.channel')}
            value={bill.channelId}
            placeholder={t('books.bill.chooseChannel')}
            search={findChannels}
            onChange={bill.chooseChannel}
            width={260}
          />
          <FileButton fileName={bill.fileName} onFile={bill.chooseFile} />
        </div>
        {bill.failure !== undefined && <Banner tone="red">{bill.failure}</Banner>}
        {bill.preview && <BillPreviewBox preview={bill.preview} />}
        <Bills />
      </div>
    </Dialog>
  )
}

/** The steps of an upload. */
function useBill() {
  const t = useText()
  const { preview: ask, store } = useBillCalls()
  const [chosen, setChosen] = useState<Chosen>(nothing)
  const [preview, setPreview] = useState<BillPreview>()
  const [failure, setFailure] = useState<string>()
  const look = async (next: Chosen) => {
    setChosen(next)
    setPreview(undefined)
    setFailure(undefined)
    const body = bodyOf(next)
    if (!body) return
    try {
      setPreview(await ask.run({ body }))
    } catch (error) {
      setFailure(messageOf(error))
    }
  }
  return {
    ...{ ...chosen, preview, failure, isReading: ask.isRunning },
    reset: () => void look(nothing),
    chooseChannel: (channelId: string | undefined) => void look({ ...chosen, channelId }),
    chooseFile: async (file: File) => {
      if (file.size <= MAX_BILL_BYTES) return look({ ...chosen, fileName: file.name, text: await file.text() })
      setChosen({ ...chosen, fileName: file.name, text: undefined })
      setPreview(undefined)
      setFailure(t('books.bill.tooBig'))
    },
    /** True: it is stored. */
    async store(): Promise<boolean> {
      const body = bodyOf(chosen)
      if (!body) return false
      try {
        await store.run({ body: { ...body, replace: (preview?.replaces.days ?? 0) > 0 } })
        return true
      } catch (error) {
        setFailure(messageOf(error))
        return false
      }
    },
  }
}

function bodyOf({ channelId, fileName, text }: Chosen) {
  return channelId === undefined || text === undefined
    ? undefined
    : { channel_id: Number(channelId), file_name: fileName.slice(0, 190), text }
}

function Buttons({ bill, onDone }: { readonly bill: ReturnType<typeof useBill>; readonly onDone: () => void }) {
  const t = useText()
  const { preview } = bill
  return (
    <>
      <Button onClick={onDone}>{t('action.close')}</Button>
      <Button kind="primary" isBusy={bill.isReading} isDisabled={!preview} onClick={async () => (await bill.store()) && onDone()}>
        {(preview?.replaces.days ?? 0) > 0 ? t('books.bill.replace') : t('books.bill.store')}
      </Button>
    </>
  )
}

function FileButton({ fileName, onFile }: { readonly fileName: string; readonly onFile: (file: File) => void }): ReactNode {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="books-file">
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        className="unseen"
        tabIndex={-1}
        aria-label={t('books.bill.file')}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onFile(file)
          // The same file, changed in the meantime, can be chosen again.
          target.value = ''
        }}
      />
      <Button icon={<UploadIcon />} onClick={() => input.current?.click()}>
        {t('books.bill.chooseFile')}
      </Button>
      <span className="ellipsis text2" title={fileName}>
        {fileName || t('books.bill.noFile')}
      </span>
    </div>
  )
}

async function findChannels(keyword: string, signal: AbortSignal) {
  const channels = await call(searchChannels, { query: { keyword, p: 0, page_size: MAX_FOUND } }, { signal })
  return channels.map(({ id, name }) => ({ value: String(id), label: `#${id} ${name}` }))
}

/** The bills that are stored, each with the days that are still its own. */
function Bills() {
  const t = useText()
  const { data: bills = [] } = useData(listBills)
  if (bills.length === 0) return null
  return (
    <section className="books-bills" aria-label={t('books.bill.stored')}>
      <h3>{t('books.bill.list')}</h3>
      <ul>
        {bills.map((bill) => (
          <BillRow key={bill.id} bill={bill} />
        ))}
      </ul>
    </section>
  )
}

function BillRow({ bill }: { readonly bill: Bill }) {
  const t = useText()
  const language = useLanguage()
  const money = useMoney()
  const { remove } = useBillCalls()
  const days = spanText({ from: bill.first_day, to: bill.last_day + DAY_SECONDS }, language)
  const ask = async () => {
    const isMeant = await confirm({
      title: t('books.bill.confirmDelete', { name: bill.file_name }),
      text: t('books.bill.confirmDeleteText', { count: bill.days }),
      yes: t('action.delete'),
      isDanger: true,
    })
    if (isMeant) await remove.run({ params: { id: bill.id } }).catch(() => undefined)
  }
  return (
    <li>
      <div className="grow">
        <div className="ellipsis" title={bill.file_name}>
          {bill.file_name}
        </div>
        <div className="text3">
          {[
            bill.channel || `#${bill.channel_id}`,
            days,
            t('books.days', { count: bill.days }),
            bill.username,
            timeText(bill.created_at, 'short', language),
          ].join(' · ')}
        </div>
      </div>
      <span className="number" title={money.exact(bill.amount)}>
        {money.short(bill.amount)}
      </span>
      <IconButton label={t('books.bill.delete', { name: bill.file_name })} icon={<TrashIcon />} onClick={ask} />
    </li>
  )
}
