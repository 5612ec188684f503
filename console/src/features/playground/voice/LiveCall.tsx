import { useSelector } from '@tanstack/react-store'
import { useEffect, useRef, useState } from 'react'
import { useText } from '~/i18n'
import { Banner, Button, HangUpIcon, IconButton, MicrophoneIcon, MicrophoneOffIcon, SendIcon, useQuotaFormat } from '~/ui/kit'
import { isSendKey } from '../talk/is-send-key.ts'
import { durationText } from './duration-text.ts'
import type { VoiceCall } from './voice-call.ts'

/** A session while it goes on: what happens, how long and at what cost, and what can be done. */
export function LiveCall({ call }: { readonly call: VoiceCall }) {
  const t = useText()
  const failure = useSelector(call.session.state, (state) => state.failure)
  const microphone = useSelector(call.view, (view) => view.microphone)
  const hasProblem = microphone !== 'opening' && microphone !== 'on' && microphone !== 'off'
  return (
    <>
      {failure && <Banner tone="red">{failure.message}</Banner>}
      {hasProblem && <Banner tone="amber">{t(`playground.voice.microphoneProblem.${microphone}`)}</Banner>}
      <div className="composer voice-live">
        <State call={call} />
        <Words call={call} />
      </div>
    </>
  )
}

function State({ call }: { readonly call: VoiceCall }) {
  const t = useText()
  const format = useQuotaFormat()
  const activity = useSelector(call.session.state, (state) => state.activity)
  const quota = useSelector(call.session.state, (state) => state.quota)
  const isHeard = useSelector(call.view, (view) => view.microphone === 'on')
  const shown = activity === 'listening' && !isHeard ? 'ready' : activity
  return (
    <div className="voice-state">
      <span className={`voice-dot ${shown}`} aria-hidden />
      <span className="grow" role="status">
        {t(`playground.voice.activity.${shown}`)}
      </span>
      <Clock beganAt={call.view.get().beganAt} />
      <span className="number">{t('playground.voice.costSoFar', { cost: format(quota, 'exact') })}</span>
    </div>
  )
}

const SECOND_MS = 1000

function Clock({ beganAt }: { readonly beganAt: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(ticking)
  }, [])
  return <span className="number text3">{durationText(now - beganAt)}</span>
}

/** The field to write in, the microphone's switch, and the end. */
function Words({ call }: { readonly call: VoiceCall }) {
  const t = useText()
  const field = useRef<HTMLTextAreaElement>(null)
  const isConnecting = useSelector(call.session.state, ({ activity }) => activity === 'connecting')
  const [text, setText] = useState('')
  useEffect(() => field.current?.focus(), [])
  const isEmpty = text.trim() === ''
  const send = () => {
    if (isEmpty || isConnecting) return
    call.session.type(text.trim())
    setText('')
  }
  return (
    <>
      <textarea
        ref={field}
        aria-label={t('playground.placeholder')}
        placeholder={t('playground.voice.placeholder')}
        rows={1}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return
          event.preventDefault()
          send()
        }}
      />
      <div className="composer-foot">
        <MicrophoneSwitch call={call} />
        <span className="grow" />
        <Button icon={<SendIcon />} isDisabled={isEmpty || isConnecting} onClick={send}>
          {t('playground.send')}
        </Button>
        <Button kind="danger" icon={<HangUpIcon />} onClick={() => call.hangUp()}>
          {t('playground.voice.end')}
        </Button>
      </div>
    </>
  )
}

function MicrophoneSwitch({ call }: { readonly call: VoiceCall }) {
  const t = useText()
  const microphone = useSelector(call.view, (view) => view.microphone)
  const isOn = microphone === 'on'
  const canSwitch = isOn || microphone === 'off'
  return (
    <IconButton
      label={t(isOn ? 'playground.voice.mute' : 'playground.voice.unmute')}
      icon={isOn ? <MicrophoneIcon /> : <MicrophoneOffIcon />}
      isPressed={isOn}
      disabledReason={canSwitch ? undefined : t(`playground.voice.microphone.${microphone === 'opening' ? 'opening' : 'none'}`)}
      onClick={() => call.toggleMicrophone()}
    />
  )
}
