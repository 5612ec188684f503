import { memo, useRef, useState } from 'react'
import { useText } from '~/i18n'
import { AddImageIcon, Button, CloseIcon, IconButton, SendIcon, StopIcon, useQuotaFormat } from '~/ui/kit'
import type { Draft } from './chat/message.ts'
import { MAX_IMAGES, useImages } from './use-images.ts'

export interface ComposerProps {
  readonly isRunning: boolean
  /** What the conversation cost so far, in quota units. */
  readonly spent: number
  readonly disabledReason: string | undefined
  readonly onAsk: (draft: Draft) => void
  readonly onStop: () => void
}

/** The field to write in. What is typed is known to it alone, so that typing draws nothing else. */
export const Composer = memo(function Composer({ isRunning, spent, disabledReason, onAsk, onStop }: ComposerProps) {
  const t = useText()
  const format = useQuotaFormat()
  const box = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const { images, add, remove, clear, isDropping } = useImages(box)
  const isEmpty = text.trim() === '' && images.length === 0

  const send = () => {
    if (isEmpty || isRunning || disabledReason !== undefined) return
    onAsk({ text: text.trim(), images: images.map(({ url }) => url) })
    setText('')
    clear()
  }

  return (
    <div ref={box} className={`composer ${isDropping ? 'dropping' : ''}`}>
      {images.length > 0 && (
        <ul className="composer-images">
          {images.map(({ id, url }, index) => (
            <li key={id}>
              <img src={url} alt={t('playground.image', { number: index + 1 })} />
              <button type="button" aria-label={t('playground.removeImage', { number: index + 1 })} onClick={() => remove(id)}>
                <CloseIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
      <textarea
        ref={field}
        id="play-composer"
        aria-label={t('playground.placeholder')}
        placeholder={isDropping ? t('playground.dropHere') : t('playground.placeholder')}
        rows={1}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPaste={(event) => {
          const files = [...event.clipboardData.files]
          if (files.length === 0) return
          event.preventDefault()
          void add(files)
        }}
        onKeyDown={(event) => {
          // Enter also ends what an input method is composing; Safari says so by the key code alone.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return
          event.preventDefault()
          send()
        }}
      />
      <div className="composer-foot">
        <IconButton
          label={t('playground.addImage')}
          icon={<AddImageIcon />}
          disabledReason={images.length >= MAX_IMAGES ? t('playground.tooManyImages', { max: MAX_IMAGES }) : undefined}
          onClick={() => picker.current?.click()}
        />
        <input
          ref={picker}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={(event) => {
            void add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <span className="composer-hint">{t('playground.hint')}</span>
        <span className="grow" />
        {spent > 0 && <span className="composer-spent">{t('playground.spent', { cost: format(spent, 'exact') })}</span>}
        {isRunning ? (
          // Another button than "send", so that a click which comes a moment too late sends nothing.
          <Button
            key="stop"
            icon={<StopIcon />}
            onClick={() => {
              field.current?.focus()
              onStop()
            }}
          >
            {t('playground.stop')}
          </Button>
        ) : (
          <Button key="send" kind="primary" icon={<SendIcon />} isDisabled={isEmpty} disabledReason={disabledReason} onClick={send}>
            {t('playground.send')}
          </Button>
        )}
      </div>
    </div>
  )
})
