import { useContext, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { HiddenImageIcon } from '../icons.ts'
import { ImageGroup, ShowImage } from './ImageGroup.tsx'
import type { PreviewImage } from './ImagePreview.tsx'
import './image-gallery.css'

export interface GalleryImage extends PreviewImage {
  /** A smaller one for the grid; default `src`. */
  readonly thumbnail?: string
}

export interface ImageGalleryProps {
  /** Whose pictures. */
  readonly label: string
  readonly images: readonly GalleryImage[]
  /** `row`: small, in a row of a table. Default `grid`. */
  readonly size?: 'row' | 'grid'
}

/** Pictures as thumbnails; a press shows one large, from where arrow keys and swipes lead to the others: those of the `ImageGroup` around it, else its own. */
export function ImageGallery(props: ImageGalleryProps) {
  const isInGroup = useContext(ShowImage) !== undefined
  if (isInGroup) return <Thumbnails {...props} />
  return (
    <ImageGroup images={props.images}>
      <Thumbnails {...props} />
    </ImageGroup>
  )
}

function Thumbnails({ label, images, size = 'grid' }: ImageGalleryProps) {
  const show = useContext(ShowImage)
  return (
    <ul className={`image-gallery ${size}`} aria-label={label}>
      {images.map((image) => (
        <li key={image.src}>
          <Thumbnail image={image} onOpen={() => show?.(image.src)} />
        </li>
      ))}
    </ul>
  )
}

function Thumbnail({ image, onOpen }: { readonly image: GalleryImage; readonly onOpen: () => void }) {
  const t = useText()
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  if (state === 'failed')
    return (
      <span className="thumbnail failed" title={image.alt}>
        <HiddenImageIcon />
        <span>{t('kit.image.gone')}</span>
      </span>
    )
  return (
    <button type="button" className={`thumbnail ${state}`} aria-label={t('kit.image.open', { name: image.alt })} onClick={onOpen}>
      <img
        src={image.thumbnail ?? image.src}
        alt=""
        loading="lazy"
        referrerPolicy="no-referrer"
        onLoad={() => setState('shown')}
        onError={() => setState('failed')}
      />
    </button>
  )
}
