import type { HumanCheckVendor } from './human-check.ts'
import { loadScript } from './load-script.ts'

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
