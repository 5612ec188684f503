/** A value kept in the browser's local storage that components can subscribe to. Other tabs' changes arrive too. */
export interface LocalStore<Value> {
  get(): Value | undefined
  set(value: Value): void
  clear(): void
  subscribe(listener: () => void): () => void
}

/** @param read makes a value of the parsed JSON, or undefined when it is not one: what a browser kept may be old or broken. */
export function localStore<Value>(key: string, read: (json: unknown) => Value | undefined): LocalStore<Value> {
  const listeners = new Set<() => void>()
  let text: string | null = null
  let value: Value | undefined
  const announce = () => {
    for (const listener of listeners) listener()
  }

  const get = () => {
    const current = readText(key)
    if (current === text) return value
    text = current
    value = current === null ? undefined : read(parse(current))
    return value
  }

  addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) announce()
  })

  return {
    get,
    set(next) {
      writeText(key, JSON.stringify(next))
      announce()
    },
    clear() {
      writeText(key, null)
      announce()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Local storage as text; a browser that refuses storage behaves as an empty one. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Writes or, with null, removes. A full or forbidden storage costs the memory of a preference, nothing else. */
export function writeText(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {
    // Private browsing or a full store.
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
