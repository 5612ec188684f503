// On which pages the site's own code (custom_head_html, global_css, global_js) runs. It is kept off the pages where people type passwords
// or that only admins use: who gets hold of these options must not get the super admin's session with them (reliability.md 6.8).

/** What a document says of the site's own code, in its meta tag `custom-code`. */
export const customCodeStates = ['active', 'held', 'safe'] as const
/**
 * `active`: it runs in this document. `held`: there is some, which this page does not run. `safe`: it was turned off for this document.
 * Without a tag there is none.
 */
export type CustomCodeState = (typeof customCodeStates)[number]

const closedPages = ['/app/me', '/app/wallet', '/login', '/setup', '/register', '/reset', '/user/reset']
const closedFolders = ['/admin/', '/oauth/', '/app/me/', '/app/wallet/']

/** May custom code run at this path below the base path? Spellings that routers read in different ways are taken for closed pages. */
export function mayRunCustomCode(path: string): boolean {
  const isPlain = /^\/(?:[\w.~-]+\/)*[\w.~-]*$/.test(path) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(path)
  if (!isPlain) return false
  const name = path.toLowerCase().replace(/(?<=.)\/$/, '')
  return !closedPages.includes(name) && !closedFolders.some((folder) => `${name}/`.startsWith(folder))
}
