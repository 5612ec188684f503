import { useId } from 'react'
import { useText } from '~/i18n'
import { Button } from '~/ui/kit'
import { SuggestedField } from '../settings/SuggestedField.tsx'
import type { ChatControls } from '../settings/use-chat-settings.ts'
import { useVoices } from './use-voices.ts'
import { TRANSCRIPTION_MODELS } from './voice-settings.ts'

/** Voice, instructions, and who writes down what is said. */
export function VoiceSettingsFields({ controls }: { readonly controls: ChatControls }) {
  const t = useText()
  const { settings, voiceSettings, change } = controls
  const voices = useVoices(settings.model, settings.group)
  return (
    <>
      <SuggestedField
        label={t('playground.voice.voice')}
        value={voiceSettings.voice}
        suggestions={voices}
        placeholder={t('playground.byModel')}
        onChange={(voice) => change({ voice })}
      />
      <Instructions controls={controls} />
      <SuggestedField
        label={t('playground.voice.transcription')}
        value={voiceSettings.transcriptionModel}
        suggestions={TRANSCRIPTION_MODELS}
        placeholder={t('playground.voice.noTranscription')}
        hint={t('playground.voice.transcriptionHint')}
        onChange={(transcriptionModel) => change({ transcriptionModel })}
      />
      <p className="play-hint">{t('playground.voice.nextTime')}</p>
    </>
  )
}

function Instructions({ controls: { voiceSettings, change, isDefaultInstructions } }: { readonly controls: ChatControls }) {
  const t = useText()
  const id = useId()
  return (
    <div className="play-field">
      <span className="row">
        <label className="play-label grow" htmlFor={id}>
          {t('playground.voice.instructions')}
        </label>
        {!isDefaultInstructions && (
          <Button kind="text" size="small" onClick={() => change({ instructions: null })}>
            {t('playground.systemReset')}
          </Button>
        )}
      </span>
      <textarea
        id={id}
        className="plain-field"
        rows={4}
        value={voiceSettings.instructions}
        onChange={(event) => change({ instructions: event.target.value })}
      />
    </div>
  )
}
