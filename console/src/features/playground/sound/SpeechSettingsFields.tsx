import { useText } from '~/i18n'
import { Select } from '~/ui/kit'
import { SuggestedField } from '../settings/SuggestedField.tsx'
import type { ChatControls } from '../settings/use-chat-settings.ts'
import { useVoices } from '../voice/use-voices.ts'
import { DEFAULT_SPEECH_VOICE, SPEECH_FORMATS } from './speech-settings.ts'

/** The voice that speaks, and the format of its recording. */
export function SpeechSettingsFields({ controls: { settings, change } }: { readonly controls: ChatControls }) {
  const t = useText()
  const voices = useVoices(settings.model, settings.group)
  return (
    <>
      <p className="play-hint">{t('playground.sound.speechHint')}</p>
      <SuggestedField
        label={t('playground.voice.voice')}
        value={settings.speechVoice ?? ''}
        suggestions={voices}
        placeholder={DEFAULT_SPEECH_VOICE}
        onChange={(speechVoice) => change({ speechVoice })}
      />
      <div className="play-field">
        <span className="play-label">{t('playground.sound.format')}</span>
        <Select
          label={t('playground.sound.format')}
          value={settings.speechFormat}
          choices={SPEECH_FORMATS.map((format) => ({ value: format, label: format.toUpperCase() }))}
          onChange={(speechFormat) => change({ speechFormat })}
        />
      </div>
    </>
  )
}
