import { type ClipboardEvent, type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { useText } from '~/i18n'
import { AddImageIcon, Button, CloseIcon, IconButton, SendIcon, StopIcon, useQuotaFormat } from '~/ui/kit'
import type { Draft } from './chat/message.ts'
import { MAX_IMAGES, type PreparedImage, useImages } from './use-images.ts'

export interface ComposerProps {
  readonly isRunning: boolean
  /** What the conversation cost so far, in quota units. */
  readonly spent: number
  readonly disabledReason: string | undefined
  /** The reason passes by itself, so that what is sent meanwhile waits for it. */
  readonly isLoading: boolean
  readonly onAsk: (draft: Draft) => void
  readonly onStop: () => void
}

/** The message field. Its text is local state, so that typing rerenders nothing else. */
export const Composer = memo(function Composer({ isRunning, spent, disabledReason, isLoading, onAsk, onStop }: ComposerProps) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [isWaiting, setIsWaiting] = useState(false)
  const { images, add, remove, clear, isDropping } = useImages(box)
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
        placeholder={isDropping ? t('playground.dropHere') : t('playground.placeholder')}
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
        <ImagePicker isFull={images.length >= MAX_IMAGES} onAdd={add} />
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

/** Enter also ends what an input method is composing; Safari shows it by the key code only. */
function isSendKey({ key, shiftKey, nativeEvent, keyCode }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !nativeEvent.isComposing && keyCode !== 229
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
