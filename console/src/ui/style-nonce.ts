// Style sheets that scripts make need this answer's nonce. antd's own get it from ConfigProvider, but a few that its parts make on the
// side (the scroll lock behind a drawer) do not, and the page's policy would refuse them. So every one is born with it.

/** The nonce of this answer. Once the page is parsed it cannot be read as an attribute, only as a property. '' where there is none. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** Called once, before anything is drawn. */
export function startStyleNonce(): void {
  if (nonce === '') return
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLStyleElement) element.nonce = nonce
    return element
  }
}
