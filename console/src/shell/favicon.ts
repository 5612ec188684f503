import { onStatus, storedStatus } from '~/session/status'

/** On the browser's tab: the installation's own logo where it has one, else the mark of index.html. Called once at start. */
export function startFavicon(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const mark = link?.href
  if (!link || !mark) return
  const show = () => {
    const href = storedStatus()?.logo || mark
    if (link.href !== href) link.href = href
  }
  show()
  onStatus(show)
}
