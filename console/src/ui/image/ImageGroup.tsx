import { createContext, lazy, type ReactNode, Suspense, useState } from 'react'
import type { PreviewImage } from './ImagePreview.tsx'

const ImagePreview = lazy(() => import('./ImagePreview.tsx'))

/** Shows an image of the group around it large. Undefined: there is no group. */
export const ShowImage = createContext<((src: string) => void) | undefined>(undefined)

export interface ImageGroupProps {
  /** All that can be shown, in their order. */
  readonly images: readonly PreviewImage[]
  readonly children: ReactNode
}

/**
 * Images that belong together wherever they stand, such as those of all rows of a list: each `ImageGallery` in it opens the same preview, from
 * where arrow keys and swipes lead to all the others. What shows them large is loaded with the first press.
 */
export function ImageGroup({ images, children }: ImageGroupProps) {
  const [open, setOpen] = useState<string>()
  const current = images.findIndex(({ src }) => src === open)
  return (
    <ShowImage value={setOpen}>
      {children}
      {current >= 0 && (
        <Suspense fallback={null}>
          <ImagePreview
            images={images}
            current={current}
            onChange={(next) => setOpen(images[next]?.src)}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </ShowImage>
  )
}
