import { typeLetters } from './channel-types.ts'
import './channel.css'

/** Two letters in a box, in place of a logo that is not ours. */
export function ProviderTile({ type }: { readonly type: number }) {
  return (
    <span className="provider-tile" aria-hidden>
      {typeLetters(type)}
    </span>
  )
}
