import { useId } from 'react'
import { useText } from '~/i18n'
import { Button, CloseIcon, CodeIcon, IconButton, RouteIcon, Slider, Toggle } from '~/ui/kit'
import { SpeechSettingsFields } from '../sound/SpeechSettingsFields.tsx'
import { VoiceSettingsFields } from '../voice/VoiceSettingsFields.tsx'
import { GroupPicker, ModelPicker } from './Pickers.tsx'
import { PromptField } from './PromptField.tsx'
import type { ChatControls } from './use-chat-settings.ts'

export interface SettingsPanelProps {
  readonly controls: ChatControls
  readonly onShowCode: () => void
  /** Asks where a call would go; absent: that is not this user's to know. */
  readonly onAskRoute: (() => void) | undefined
}

/** Specification section 9: 0.1 to 1 by 0.1; 0 is not set. */
const TEMPERATURE = { min: 0.1, max: 1, step: 0.1 }
const MAX_TOKENS = 1_000_000

/** Model and group; temperature, output limit, system prompt and streaming where the model answers in words. */
export function SettingsPanel({ controls, onShowCode, onAskRoute }: SettingsPanelProps) {
  const t = useText()
  return (
    <div className="settings-panel">
      <div className="play-field">
        <span className="play-label">{t('playground.model')}</span>
        <ModelPicker controls={controls} hasPrice />
      </div>
      <div className="play-field">
        <span className="play-label">{t('playground.group')}</span>
        <GroupPicker controls={controls} />
      </div>
      <WorkSettings controls={controls} />
      <span className="grow" />
      {onAskRoute && (
        <Button icon={<RouteIcon />} isBlock onClick={onAskRoute} disabledReason={controls.missing && t(controls.missing)}>
          {t('route.ask')}
        </Button>
      )}
      <Button icon={<CodeIcon />} isBlock onClick={onShowCode} disabledReason={controls.missing && t(controls.missing)}>
        {t('playground.showCode')}
      </Button>
    </div>
  )
}

type PartProps = Pick<SettingsPanelProps, 'controls'>

/** What can be set for what the model is for. */
function WorkSettings({ controls }: PartProps) {
  const t = useText()
  const { settings, change } = controls
  switch (settings.work) {
    case 'image':
      return <p className="play-hint">{t('playground.imagesHint')}</p>
    case 'transcription':
      return <p className="play-hint">{t('playground.sound.transcriptionHint')}</p>
    case 'speech':
      return <SpeechSettingsFields controls={controls} />
    case 'realtime':
      return <VoiceSettingsFields controls={controls} />
    default:
      return (
        <>
          <Temperature controls={controls} />
          <OutputLimit controls={controls} />
          <SystemPrompt controls={controls} />
          <Toggle label={t('playground.stream')} isOn={settings.isStream} onChange={(isStream) => change({ isStream })} />
        </>
      )
  }
}

function Temperature({ controls: { settings, change } }: PartProps) {
  const t = useText()
  const { temperature } = settings
  return (
    <div className="play-field">
      <span className="row temperature-head">
        <span className="play-label grow">{t('playground.temperature')}</span>
        {temperature === 0 ? (
          <span className="play-hint">{t('playground.byModel')}</span>
        ) : (
          <>
            <IconButton isSmall label={t('playground.unset')} icon={<CloseIcon />} onClick={() => change({ temperature: 0 })} />
            <span className="number">{temperature.toFixed(1)}</span>
          </>
        )}
      </span>
      <Slider
        label={t('playground.temperature')}
        value={temperature === 0 ? undefined : temperature}
        {...TEMPERATURE}
        onChange={(value) => change({ temperature: value })}
      />
    </div>
  )
}

function OutputLimit({ controls: { settings, change } }: PartProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="play-field">
      <label className="play-label" htmlFor={id}>
        {t('playground.maxTokens')}
      </label>
      <input
        id={id}
        className="plain-field"
        inputMode="numeric"
        value={settings.maxTokens}
        aria-describedby={`${id}-hint`}
        onChange={(event) => change({ maxTokens: Math.min(MAX_TOKENS, Number(event.target.value.replace(/\D/g, '')) || 0) })}
      />
      <span id={`${id}-hint`} className="play-hint">
        {t('playground.maxTokensHint')}
      </span>
    </div>
  )
}

function SystemPrompt({ controls: { settings, change, isDefaultPrompt } }: PartProps) {
  const t = useText()
  return (
    <PromptField
      label={t('playground.systemPrompt')}
      value={settings.systemPrompt}
      isDefault={isDefaultPrompt}
      onChange={(systemPrompt) => change({ systemPrompt })}
    />
  )
}
