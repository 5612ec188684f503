import { embeddedAddress } from '@waystation/contract/channels/embedded-address'

export type Content =
  | { readonly kind: 'none' }
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'html' | 'markdown'; readonly text: string }

/** What an admin wrote for the home, about or notice text: nothing, an https address to embed, HTML when it begins with a tag, else Markdown. */
export function contentOf(written: string): Content {
  const text = written.trim()
  if (text === '') return { kind: 'none' }
  const url = embeddedAddress(text)
  if (url !== undefined) return { kind: 'address', url }
  return { kind: text.startsWith('<') ? 'html' : 'markdown', text }
}
