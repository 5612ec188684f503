import { type MouseEvent, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { HiddenImageIcon } from '../icons.ts'
import { imageHost } from './safe-address.ts'
import './markdown.css'

export interface ClickToLoadImageProps {
  /** One that `isImageAddress` lets through. */
  readonly src: string
  readonly alt: string
}

/**
 * An image in untrusted text, such as a model's. Fetching it would reveal to its host that the response is being read, and whatever
 * the URL contains, so the host is named and the image is fetched on a click. An image embedded in the text
 * is shown at once.
 */
export function ClickToLoadImage({ src, alt }: ClickToLoadImageProps) {
  const t = useText()
  // As an answer grows, the same place may come to hold another image.
  const [requestedSrc, setRequestedSrc] = useState<string>()
  const host = imageHost(src)
  if (host === undefined || requestedSrc === src) return <img src={src} alt={alt} loading="lazy" referrerPolicy="no-referrer" />
  const load = (event: MouseEvent) => {
    // It may stand in a link.
    event.preventDefault()
    setRequestedSrc(src)
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
