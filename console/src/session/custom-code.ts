// The site's own code on this page, as the server's document tells it.
import { type CustomCodeState, customCodeStates, mayRunCustomCode } from '@waystation/contract/site/custom-code'

const content = document.querySelector<HTMLMetaElement>('meta[name="custom-code"]')?.content

/** Undefined: there is none. */
export const customCode: CustomCodeState | undefined = customCodeStates.find((state) => state === content)

/**
 * Must the page at this path be loaded from the server, instead of being drawn into this document? Code that runs here must not reach the
 * closed pages; and a document without it gets it on the way to the open ones.
 * @param isFirst this document's own page: the server has decided already
 */
export function mustLoadAnew(pathname: string, isFirst: boolean): boolean {
  if (customCode === 'active') return !mayRunCustomCode(pathname)
  return customCode === 'held' && !isFirst && mayRunCustomCode(pathname)
}
