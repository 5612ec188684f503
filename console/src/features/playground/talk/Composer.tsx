import { type ClipboardEvent, memo, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '~/i18n'
import { newId } from '~/shared/new-id'
import { AddImageIcon, Button, CloseIcon, IconButton, SendIcon, StopIcon, toast, useQuotaFormat } from '~/ui/kit'
import type { Draft } from '../chat/message.ts'
import { isSendKey } from './is-send-key.ts'
import './composer.css'

// Images are scaled down before they are stored and sent: models look at no more than this, and the browser's store is not endless.

/** The longer edge, in pixels. Vendors scale larger pictures down themselves. */
const LONGEST_EDGE = 1568
/** A smaller image is sent unchanged. */
const KEPT_AS_IS_BYTES = 400_000
const MAX_BYTES = 30_000_000
const QUALITY = 0.85
const SENT_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

type ImageProblem = 'no_image' | 'too_large' | 'unreadable'

/** A picture as a data: address, at most so large as models look at it. */
async function prepareImage(file: File): Promise<{ readonly url: string } | { readonly problem: ImageProblem }> {
  if (!file.type.startsWith('image/')) return { problem: 'no_image' }
  if (file.size > MAX_BYTES) return { problem: 'too_large' }
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return { problem: 'unreadable' }
  try {
    const scale = Math.min(1, LONGEST_EDGE / Math.max(picture.width, picture.height))
    if (scale === 1 && file.size <= KEPT_AS_IS_BYTES && SENT_TYPES.includes(file.type)) return { url: await addressOf(file) }
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    const pen = canvas.getContext('2d')
    if (!pen) return { problem: 'unreadable' }
    // What is transparent would turn black.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return { url: canvas.toDataURL('image/jpeg', QUALITY) }
  } finally {
    picture.close()
  }
}

function addressOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('the browser gave no reason'))
    reader.readAsDataURL(file)
  })
}

const MAX_IMAGES = 8

interface PreparedImage {
  readonly id: string
  readonly url: string
}

const NO_IMAGES: readonly PreparedImage[] = []

/** Pictures for the next question: picked, pasted, or dropped anywhere on the talk around `box`. */
function useImages(box: RefObject<HTMLElement | null>, isOff: boolean) {
  const t = useText()
  const [all, setImages] = useState<readonly PreparedImage[]>([])
  const images = isOff ? NO_IMAGES : all
  const count = useRef(0)
  count.current = images.length

  const add = useCallback(
    async (files: readonly File[]) => {
      if (isOff) return
      const room = MAX_IMAGES - count.current
      if (files.length > room) toast.warn(t('playground.tooManyImages', { max: MAX_IMAGES }))
      for (const file of files.slice(0, room)) {
        const prepared = await prepareImage(file)
        if ('problem' in prepared) toast.warn(t(`playground.imageProblem.${prepared.problem}`, { name: file.name }))
        else setImages((all) => [...all, { id: newId(), url: prepared.url }].slice(0, MAX_IMAGES))
      }
    },
    [t, isOff],
  )

  const isDropping = useDropZone(box, add)
  const remove = (id: string) => setImages((all) => all.filter((one) => one.id !== id))
  return { images, add, remove, clear: () => setImages([]), isDropping }
}

/** Files dropped anywhere on the talk around `box`. @returns whether some are held over it */
function useDropZone(box: RefObject<HTMLElement | null>, add: (files: readonly File[]) => unknown): boolean {
  const [isDropping, setIsDropping] = useState(false)
  useEffect(() => {
    const zone = box.current?.closest('section')
    if (!zone) return
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsDropping(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && zone.contains(relatedTarget))) setIsDropping(false)
    }
    const drop = (event: DragEvent) => {
      setIsDropping(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      void add(files)
    }
    const listening = new AbortController()
    zone.addEventListener('dragover', over, listening)
    zone.addEventListener('dragleave', leave, listening)
    zone.addEventListener('drop', drop, listening)
    return () => listening.abort()
  }, [box, add])
  return isDropping
}

export interface ComposerProps {
  readonly isRunning: boolean
  /** Is what is written to be spoken? Then it takes no pictures. */
  readonly isForSpeech: boolean
  /** What the conversation cost so far, in quota units. */
  readonly spent: number
  readonly disabledReason: string | undefined
  /** The reason passes by itself, so that what is sent meanwhile waits for it. */
  readonly isLoading: boolean
  readonly onAsk: (draft: Draft) => void
  readonly onStop: () => void
}

/** The message field. Its text is local state, so that typing rerenders nothing else. */
export const Composer = memo(function Composer(props: ComposerProps) {
  const { isRunning, isForSpeech, spent, disabledReason, isLoading, onAsk, onStop } = props
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [isWaiting, setIsWaiting] = useState(false)
  const { images, add, remove, clear, isDropping } = useImages(box, isForSpeech)
  const isEmpty = text.trim() === '' && images.length === 0

  const send = () => {
    if (isEmpty || isRunning) return
    setIsWaiting(isLoading)
    if (disabledReason !== undefined) return
    onAsk({ text: text.trim(), images: images.map(({ url }) => url) })
    setText('')
    clear()
  }
  useEffect(() => {
    if (isWaiting && !isLoading) send()
  })
  const stop = () => {
    field.current?.focus()
    onStop()
  }
  return (
    <div ref={box} className={`composer ${isDropping ? 'dropping' : ''}`}>
      <ChosenImages images={images} onRemove={remove} />
      <textarea
        ref={field}
        id="play-composer"
        aria-label={t('playground.placeholder')}
        placeholder={t(isDropping ? 'playground.dropHere' : isForSpeech ? 'playground.sound.placeholder' : 'playground.placeholder')}
        rows={1}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setIsWaiting(false)
        }}
        onPaste={(event) => pasteFiles(event, add)}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return
          event.preventDefault()
          send()
        }}
      />
      <div className="composer-foot">
        {!isForSpeech && <ImagePicker isFull={images.length >= MAX_IMAGES} onAdd={add} />}
        <span className="composer-hint">{t('playground.hint')}</span>
        <span className="grow" />
        <Spent quota={spent} />
        <SendOrStop
          isRunning={isRunning}
          isWaiting={isWaiting}
          isEmpty={isEmpty}
          disabledReason={disabledReason}
          onSend={send}
          onStop={stop}
        />
      </div>
    </div>
  )
})

function pasteFiles(event: ClipboardEvent, add: (files: readonly File[]) => unknown): void {
  const files = [...event.clipboardData.files]
  if (files.length === 0) return
  event.preventDefault()
  void add(files)
}

function ChosenImages({ images, onRemove }: { readonly images: readonly PreparedImage[]; readonly onRemove: (id: string) => void }) {
  const t = useText()
  if (images.length === 0) return null
  return (
    <ul className="composer-images">
      {images.map(({ id, url }, index) => (
        <li key={id}>
          <img src={url} alt={t('playground.image', { number: index + 1 })} />
          <button type="button" aria-label={t('playground.removeImage', { number: index + 1 })} onClick={() => onRemove(id)}>
            <CloseIcon />
          </button>
        </li>
      ))}
    </ul>
  )
}

function ImagePicker({ isFull, onAdd }: { readonly isFull: boolean; readonly onAdd: (files: readonly File[]) => unknown }) {
  const t = useText()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        label={t('playground.addImage')}
        icon={<AddImageIcon />}
        disabledReason={isFull ? t('playground.tooManyImages', { max: MAX_IMAGES }) : undefined}
        onClick={() => picker.current?.click()}
      />
      <input
        ref={picker}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={(event) => {
          void onAdd([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}

function Spent({ quota }: { readonly quota: number }) {
  const t = useText()
  const format = useQuotaFormat()
  return quota > 0 ? <span className="composer-spent">{t('playground.spent', { cost: format(quota, 'exact') })}</span> : null
}

interface SendOrStopProps extends Pick<ComposerProps, 'isRunning' | 'disabledReason' | 'onStop'> {
  readonly isWaiting: boolean
  readonly isEmpty: boolean
  readonly onSend: () => void
}

/** Two buttons of their own in one place, so that a click on "stop" which comes a moment too late sends nothing. */
function SendOrStop({ isRunning, isWaiting, isEmpty, disabledReason, onSend, onStop }: SendOrStopProps) {
  const t = useText()
  if (isRunning)
    return (
      <Button key="stop" icon={<StopIcon />} onClick={onStop}>
        {t('playground.stop')}
      </Button>
    )
  return (
    <Button
      key="send"
      kind="primary"
      icon={<SendIcon />}
      isBusy={isWaiting}
      isDisabled={isEmpty}
      disabledReason={disabledReason}
      onClick={onSend}
    >
      {t('playground.send')}
    </Button>
  )
}
