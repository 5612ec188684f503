import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '~/i18n'
import { newId } from '~/shared/new-id'
import { toast } from '~/ui/kit'
import { prepareImage } from './prepare-image.ts'

export const MAX_IMAGES = 8

export interface PreparedImage {
  readonly id: string
  readonly url: string
}

/** Pictures for the next question: picked, pasted, or dropped anywhere on the talk around `box`. */
export function useImages(box: RefObject<HTMLElement | null>) {
  const t = useText()
  const [images, setImages] = useState<readonly PreparedImage[]>([])
  const count = useRef(0)
  count.current = images.length

  const add = useCallback(
    async (files: readonly File[]) => {
      const room = MAX_IMAGES - count.current
      if (files.length > room) toast.warn(t('playground.tooManyImages', { max: MAX_IMAGES }))
      for (const file of files.slice(0, room)) {
        const prepared = await prepareImage(file)
        if ('problem' in prepared) toast.warn(t(`playground.imageProblem.${prepared.problem}`, { name: file.name }))
        else setImages((all) => [...all, { id: newId(), url: prepared.url }].slice(0, MAX_IMAGES))
      }
    },
    [t],
  )

  const isDropping = useDropZone(box, add)
  const remove = (id: string) => setImages((all) => all.filter((one) => one.id !== id))
  return { images, add, remove, clear: () => setImages([]), isDropping }
}

/** Files dropped anywhere on the talk around `box`. @returns whether some are held over it */
function useDropZone(box: RefObject<HTMLElement | null>, add: (files: readonly File[]) => unknown): boolean {
  const [isDropping, setIsDropping] = useState(false)
  useEffect(() => {
    const zone = box.current?.closest('section')
    if (!zone) return
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsDropping(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && zone.contains(relatedTarget))) setIsDropping(false)
    }
    const drop = (event: DragEvent) => {
      setIsDropping(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      void add(files)
    }
    const listening = new AbortController()
    zone.addEventListener('dragover', over, listening)
    zone.addEventListener('dragleave', leave, listening)
    zone.addEventListener('drop', drop, listening)
    return () => listening.abort()
  }, [box, add])
  return isDropping
}
