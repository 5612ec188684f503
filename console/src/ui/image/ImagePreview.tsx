// The heavy part of ImageGroup: loaded when the first picture is opened.
import { Image } from 'antd'
import { type ReactElement, type TouchEvent, useRef } from 'react'

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

/** px that a finger moves sideways to go on to the next picture. */
const SWIPE_PX = 48

/** One picture over the whole page, to be turned and enlarged. Arrow keys and swipes go to the others, Escape closes. */
export default function ImagePreview({ images, current, onChange, onClose }: ImagePreviewProps) {
  const swipe = useSwipe((step) => {
    if (images[current + step]) onChange(current + step)
  })
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
        imageRender: (image, { transform }) => <Swiped handlers={transform.scale === 1 ? swipe : undefined}>{image}</Swiped>,
      }}
    />
  )
}

interface SwipeHandlers {
  readonly onTouchStartCapture: (event: TouchEvent) => void
  readonly onTouchEndCapture: (event: TouchEvent) => void
}

/** An enlarged picture is moved by a finger, and a whole one goes by. */
function Swiped({ handlers, children }: { readonly handlers: SwipeHandlers | undefined; readonly children: ReactElement }) {
  return (
    <div className="swiped" {...handlers}>
      {children}
    </div>
  )
}

/** Follows one finger, before the preview does, which keeps touches to itself. @param go called with 1 for the next, -1 for the one before */
function useSwipe(go: (step: 1 | -1) => void): SwipeHandlers {
  const began = useRef<{ readonly x: number; readonly y: number }>(undefined)
  return {
    onTouchStartCapture({ touches }) {
      const touch = touches[0]
      began.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEndCapture({ changedTouches }) {
      const touch = changedTouches[0]
      if (!touch || !began.current) return
      const [across, down] = [touch.clientX - began.current.x, touch.clientY - began.current.y]
      began.current = undefined
      if (Math.abs(across) >= SWIPE_PX && Math.abs(across) > Math.abs(down)) go(across < 0 ? 1 : -1)
    },
  }
}
