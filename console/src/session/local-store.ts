import { createStore } from '@tanstack/react-store'

/** A value in the browser's local storage that components can select from (`useSelector`). Other tabs' changes arrive too. */
export class LocalStore<Value, Kept = Value> {
  readonly #key: string
  readonly #read: (json: unknown) => Value | undefined
  readonly #news = createStore({})
  #text: string | null = null
  #value: Value | undefined

  /** @param read makes a value of the parsed JSON, or undefined when it is not one: a stored value may be old or broken. */
  constructor(key: string, read: (json: unknown) => Value | undefined) {
    this.#key = key
    this.#read = read
    addEventListener('storage', (event) => {
      if (event.key === key || event.key === null) this.#announce()
    })
  }

  /** The current value in storage, even before another tab's change event arrives. The same text gives the same value. */
  readonly get = (): Value | undefined => {
    const text = readText(this.#key)
    if (text === this.#text) return this.#value
    this.#text = text
    this.#value = text === null ? undefined : this.#read(parse(text))
    return this.#value
  }

  readonly set = (next: Kept): void => this.#write(JSON.stringify(next))

  readonly clear = (): void => this.#write(null)

  readonly subscribe = (listener: (value: Value | undefined) => void): { unsubscribe(): void } =>
    this.#news.subscribe(() => listener(this.get()))

  #write(text: string | null): void {
    writeText(this.#key, text)
    this.#announce()
  }

  #announce(): void {
    this.#news.setState(() => ({}))
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
