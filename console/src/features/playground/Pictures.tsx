import { useText } from '~/i18n'
import { AskedImage } from '~/ui/kit'

/** Pictures of a message. Those that a model names by address are fetched when somebody asks for them; one's own are data. */
export function Pictures({ images }: { readonly images: readonly string[] }) {
  const t = useText()
  if (images.length === 0) return null
  return (
    <div className="pictures">
      {images.map((url, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message's pictures do not change their order
        <AskedImage key={index} src={url} alt={t('playground.image', { number: index + 1 })} />
      ))}
    </div>
  )
}
