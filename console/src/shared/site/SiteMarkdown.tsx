import { Markdown } from '~/ui/markdown/Markdown'
import { Provider } from '~/ui/Provider'

/** Markdown with the kit around it, which the page itself does without. Loaded when it is needed. */
export default function SiteMarkdown({ text }: { readonly text: string }) {
  return (
    <Provider>
      <Markdown text={text} isTrusted />
    </Provider>
  )
}
