import { useId } from 'react'
import { useText } from '~/i18n'
import { Button, CloseIcon, CodeIcon, IconButton, Slider, Toggle } from '~/ui/kit'
import { GroupPicker, ModelPicker } from './Pickers.tsx'
import type { ChatControls } from './use-chat-settings.ts'

export interface SettingsPanelProps {
  readonly controls: ChatControls
  readonly onShowCode: () => void
}

/** Specification section 9: 0.1 to 1 by 0.1; 0 is not set. */
const TEMPERATURE = { min: 0.1, max: 1, step: 0.1 }
const MAX_TOKENS = 1_000_000

/** Model, group, temperature, output limit, system prompt, streaming. */
export function SettingsPanel({ controls, onShowCode }: SettingsPanelProps) {
  const t = useText()
  const id = useId()
  const { settings, change, isDefaultPrompt } = controls
  const { temperature, maxTokens } = settings
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
      <div className="play-field">
        <label className="play-label" htmlFor={`${id}-tokens`}>
          {t('playground.maxTokens')}
        </label>
        <input
          id={`${id}-tokens`}
          className="plain-field"
          inputMode="numeric"
          value={maxTokens}
          aria-describedby={`${id}-tokens-hint`}
          onChange={(event) => change({ maxTokens: Math.min(MAX_TOKENS, Number(event.target.value.replace(/\D/g, '')) || 0) })}
        />
        <span id={`${id}-tokens-hint`} className="play-hint">
          {t('playground.maxTokensHint')}
        </span>
      </div>
      <div className="play-field">
        <span className="row">
          <label className="play-label grow" htmlFor={`${id}-prompt`}>
            {t('playground.systemPrompt')}
          </label>
          {!isDefaultPrompt && (
            <Button kind="text" size="small" onClick={() => change({ systemPrompt: null })}>
              {t('playground.systemReset')}
            </Button>
          )}
        </span>
        <textarea
          id={`${id}-prompt`}
          className="plain-field"
          rows={4}
          value={settings.systemPrompt}
          onChange={(event) => change({ systemPrompt: event.target.value })}
        />
      </div>
      <Toggle label={t('playground.stream')} isOn={settings.isStream} onChange={(isStream) => change({ isStream })} />
      <span className="grow" />
      <Button icon={<CodeIcon />} isBlock onClick={onShowCode} disabledReason={controls.missing && t(controls.missing)}>
        {t('playground.showCode')}
      </Button>
    </div>
  )
}
