import { useEffect, useState } from 'react'
import { useText } from '~/i18n'
import { DownloadIcon, IconButton, saveFile } from '~/ui/kit'
import './sound.css'

/** Plays a recording, and saves it. */
export function SoundPlayer({ sound, label }: { readonly sound: Blob; readonly label: string }) {
  const t = useText()
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(sound)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [sound])
  return (
    <span className="sound-player">
      {/* biome-ignore lint/a11y/useMediaCaption: its words stand beside it */}
      <audio controls preload="metadata" src={address} aria-label={label} />
      <IconButton
        isSmall
        label={t('playground.sound.save')}
        icon={<DownloadIcon />}
        onClick={() => saveFile({ name: nameOf(sound), blob: sound })}
      />
    </span>
  )
}

/** As it was chosen or recorded; else by its type. */
function nameOf(sound: Blob): string {
  if (sound instanceof File) return sound.name
  const type = sound.type.replace(/;.*$/, '')
  return `speech.${endings[type] ?? type.split('/')[1]?.replace(/^x-/, '') ?? 'audio'}`
}

const endings: Readonly<Record<string, string>> = { 'audio/mpeg': 'mp3', 'audio/ogg': 'opus', 'audio/wave': 'wav' }
