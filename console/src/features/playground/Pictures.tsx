import { useText } from '~/i18n'

/** Pictures of a message; each opens whole in a tab of its own where it has an address. */
export function Pictures({ images }: { readonly images: readonly string[] }) {
  const t = useText()
  if (images.length === 0) return null
  return (
    <div className="pictures">
      {images.map((url, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message's pictures do not change their order
        <img key={index} src={url} alt={t('playground.image', { number: index + 1 })} loading="lazy" referrerPolicy="no-referrer" />
      ))}
    </div>
  )
}
