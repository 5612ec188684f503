// Images are scaled down before they are stored and sent: models look at no more than this, and the browser's store is not endless.

/** The longer edge, in pixels. Vendors scale larger pictures down themselves. */
const LONGEST_EDGE = 1568
/** A smaller image is sent unchanged. */
const KEPT_AS_IS_BYTES = 400_000
const MAX_BYTES = 30_000_000
const QUALITY = 0.85
const SENT_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

export type ImageProblem = 'no_image' | 'too_large' | 'unreadable'

/** A picture as a data: address, at most so large as models look at it. */
export async function prepareImage(file: File): Promise<{ readonly url: string } | { readonly problem: ImageProblem }> {
  if (!file.type.startsWith('image/')) return { problem: 'no_image' }
  if (file.size > MAX_BYTES) return { problem: 'too_large' }
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return { problem: 'unreadable' }
  try {
    const scale = Math.min(1, LONGEST_EDGE / Math.max(picture.width, picture.height))
    if (scale === 1 && file.size <= KEPT_AS_IS_BYTES && SENT_TYPES.includes(file.type)) return { url: await addressOf(file) }
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    const pen = canvas.getContext('2d')
    if (!pen) return { problem: 'unreadable' }
    // What is transparent would turn black.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return { url: canvas.toDataURL('image/jpeg', QUALITY) }
  } finally {
    picture.close()
  }
}

function addressOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('the browser gave no reason'))
    reader.readAsDataURL(file)
  })
}
