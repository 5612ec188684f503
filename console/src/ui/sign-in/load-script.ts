/** Time that a vendor's script may take. */
const MAX_MS = 15_000

const loading = new Map<string, Promise<void>>()

/**
 * Loads a third-party script once per page. The page's content security policy allows scripts that our own scripts load.
 * @throws Error when it does not come within 15 s; the next call tries again
 */
export function loadScript(address: string): Promise<void> {
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
