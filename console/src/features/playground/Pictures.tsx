import { useText } from '~/i18n'
import { ClickToLoadImage } from '~/ui/kit'

/** Pictures of a message. Those that a model names by URL are fetched on a click; the user's own are embedded. */
export function Pictures({ images }: { readonly images: readonly string[] }) {
  const t = useText()
  if (images.length === 0) return null
  return (
    <div className="pictures">
      {images.map((url, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message's pictures do not change their order
        <ClickToLoadImage key={index} src={url} alt={t('playground.image', { number: index + 1 })} />
      ))}
    </div>
  )
}
