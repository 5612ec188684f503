// The heavy part of ImageGallery: loaded when the first picture is opened.
import { Image } from 'antd'

export interface PreviewImage {
  /** Where it lies; also its key. */
  readonly src: string
  /** What it shows; read aloud and below it in the preview. */
  readonly alt: string
}

export interface ImagePreviewProps {
  readonly images: readonly PreviewImage[]
  /** Which one, from 0. */
  readonly current: number
  readonly onChange: (current: number) => void
  readonly onClose: () => void
}

/** One picture over the whole page, to be turned and enlarged. Arrow keys go to the others, Escape closes. */
export default function ImagePreview({ images, current, onChange, onClose }: ImagePreviewProps) {
  return (
    <Image.PreviewGroup
      items={images.map(({ src, alt }) => ({ src, alt, referrerPolicy: 'no-referrer' as const }))}
      preview={{
        open: true,
        current,
        onChange,
        onOpenChange: (isOpen) => {
          if (!isOpen) onClose()
        },
        alt: images[current]?.alt ?? '',
        countRender: (at, total) => `${at} / ${total}`,
      }}
    />
  )
}
