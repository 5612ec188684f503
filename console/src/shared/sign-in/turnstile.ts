import type { HumanCheckVendor } from './human-check.ts'

/** Time that a vendor's script may take. */
const MAX_MS = 15_000

const loading = new Map<string, Promise<void>>()

/**
 * Loads a third-party script once per page. The page's content security policy allows scripts that our own scripts load.
 * @throws Error when it does not come within 15 s; the next call tries again
 */
function loadScript(address: string): Promise<void> {
  const known = loading.get(address)
  if (known) return known
  const fresh = bring(address)
  loading.set(address, fresh)
  fresh.catch(() => loading.delete(address))
  return fresh
}

function bring(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(timer)
      script.remove()
      reject(new Error(`no script came from ${address}`))
    }
    const timer = setTimeout(fail, MAX_MS)
    script.src = address
    script.async = true
    script.onerror = fail
    script.onload = () => {
      clearTimeout(timer)
      resolve()
    }
    document.head.append(script)
  })
}

/** What Cloudflare's script puts on the page. Source: developers.cloudflare.com/turnstile, "Client-side rendering". */
interface TurnstileApi {
  readonly render: (element: HTMLElement, options: Readonly<Record<string, unknown>>) => string
  readonly remove: (widgetId: string) => void
}

declare global {
  interface Window {
    readonly turnstile?: TurnstileApi
  }
}

const ADDRESS = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

/** Cloudflare Turnstile: shows itself only when it needs a click. */
export const turnstile: HumanCheckVendor = {
  name: 'Turnstile',
  async load() {
    await loadScript(ADDRESS)
    const api = window.turnstile
    if (!api) throw new Error('the Turnstile script did not start')
    return {
      render(element, { siteKey, theme, language }, events) {
        const id = api.render(element, {
          sitekey: siteKey,
          theme,
          language: language === 'zh' ? 'zh-cn' : 'en',
          size: 'flexible',
          appearance: 'interaction-only',
          callback: events.onToken,
          'expired-callback': events.onExpired,
          'timeout-callback': events.onExpired,
          'error-callback': (code?: string) => {
            events.onFailed(code)
            // Handled: the vendor need not write it to the page's log.
            return true
          },
          'before-interactive-callback': events.onNeedsClick,
        })
        return () => api.remove(id)
      },
    }
  },
}
