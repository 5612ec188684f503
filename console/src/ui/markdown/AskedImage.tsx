import { type MouseEvent, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { HiddenImageIcon } from '../icons.ts'
import { imageHost } from './safe-address.ts'
import './asked-image.css'

export interface AskedImageProps {
  /** One that `isImageAddress` lets through. */
  readonly src: string
  readonly alt: string
}

/**
 * An image that a stranger's words name, such as a model's. Fetching it would tell its host that the answer is being read, and whatever
 * was put into the address, so the host is named and the image is fetched when somebody asks for it. An image in the words themselves is
 * shown at once.
 */
export function AskedImage({ src, alt }: AskedImageProps) {
  const t = useText()
  // As an answer grows, the same place may come to hold another image.
  const [asked, setAsked] = useState<string>()
  const host = imageHost(src)
  if (host === undefined || asked === src) return <img src={src} alt={alt} loading="lazy" referrerPolicy="no-referrer" />
  const load = (event: MouseEvent) => {
    // It may stand in a link.
    event.preventDefault()
    setAsked(src)
  }
  return (
    <button type="button" className="asked-image" title={src} onClick={load}>
      <HiddenImageIcon />
      <span>
        {t('image.load', { host })}
        {alt !== '' && <span className="text3"> {alt}</span>}
      </span>
    </button>
  )
}
