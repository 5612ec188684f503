import { useText } from '~/i18n'
import { PromptField } from '../settings/PromptField.tsx'
import { SuggestedField } from '../settings/SuggestedField.tsx'
import type { ChatControls } from '../settings/use-chat-settings.ts'
import { useVoices } from './use-voices.ts'
import { TRANSCRIPTION_MODELS } from './voice-settings.ts'

/** The voice of a session, its instructions, and the model that transcribes the user. */
export function VoiceSettingsFields({ controls }: { readonly controls: ChatControls }) {
  const t = useText()
  const { settings, voiceSettings, change, isDefaultInstructions } = controls
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
      <PromptField
        label={t('playground.voice.instructions')}
        value={voiceSettings.instructions}
        isDefault={isDefaultInstructions}
        onChange={(instructions) => change({ instructions })}
      />
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
