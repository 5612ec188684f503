import { useSelector } from '@tanstack/react-store'
import { useEffect, useRef, useState } from 'react'
import { useText } from '~/i18n'
import { Banner, Button, CloseIcon, IconButton, MicrophoneIcon, SendIcon, StopIcon, UploadIcon } from '~/ui/kit'
import type { Draft } from '../chat/message.ts'
import '../talk/composer.css'
import { durationText } from '../voice/duration-text.ts'
import { Recorder } from './recorder.ts'
import { SoundPlayer } from './SoundPlayer.tsx'

export interface RecordingComposerProps {
  readonly isRunning: boolean
  readonly onAsk: (draft: Draft) => void
  readonly onStop: () => void
}

/** In the place of the field to write in, for models that write recordings down: a recording or a file, and the button that sends it. */
export default function RecordingComposer({ isRunning, onAsk, onStop }: RecordingComposerProps) {
  const t = useText()
  const [sound, setSound] = useState<File>()
  const [recorder] = useState(() => new Recorder(setSound))
  const { step, seconds, problem } = useSelector(recorder.state)
  useEffect(() => () => recorder.close(), [recorder])
  const send = () => {
    if (sound) onAsk({ text: '', images: [], sound })
    setSound(undefined)
  }
  return (
    <>
      {problem && <Banner tone="amber">{t(`playground.sound.microphoneProblem.${problem}`)}</Banner>}
      <div className="composer">
        {sound ? (
          <span className="row">
            <SoundPlayer sound={sound} label={t('playground.sound.recording')} />
            <IconButton isSmall label={t('playground.sound.discard')} icon={<CloseIcon />} onClick={() => setSound(undefined)} />
          </span>
        ) : (
          <span className="row recording-words" role="status">
            {step === 'recording' && <span className="recording-dot" aria-hidden />}
            {t(`playground.sound.step.${step}`)}
            {step === 'recording' && <span className="number">{durationText(seconds * 1000)}</span>}
          </span>
        )}
        <div className="composer-foot recording-foot">
          {step === 'recording' ? (
            <Button icon={<StopIcon />} onClick={() => recorder.stop()}>
              {t('playground.sound.stop')}
            </Button>
          ) : (
            <Button icon={<MicrophoneIcon />} isBusy={step === 'opening'} isDisabled={isRunning} onClick={() => recorder.start()}>
              {t('playground.sound.record')}
            </Button>
          )}
          <FileButton isDisabled={step !== 'idle' || isRunning} onChosen={setSound} />
          <span className="grow" />
          {isRunning ? (
            <Button key="stop" icon={<StopIcon />} onClick={onStop}>
              {t('playground.stop')}
            </Button>
          ) : (
            <Button key="send" kind="primary" icon={<SendIcon />} isDisabled={!sound} onClick={send}>
              {t('playground.sound.writeDown')}
            </Button>
          )}
        </div>
      </div>
    </>
  )
}

function FileButton({ isDisabled, onChosen }: { readonly isDisabled: boolean; readonly onChosen: (file: File) => void }) {
  const t = useText()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<UploadIcon />} isDisabled={isDisabled} onClick={() => picker.current?.click()}>
        {t('playground.sound.choose')}
      </Button>
      <input
        ref={picker}
        type="file"
        accept="audio/*,video/mp4,video/webm"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onChosen(file)
          event.target.value = ''
        }}
      />
    </>
  )
}
