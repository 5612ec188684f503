import type { LanguageSample } from '../client.ts'

/** What a sample is written with: literals that Python, JavaScript, Go and Java read alike. */
export interface Literals {
  readonly url: string
  readonly key: string
  readonly model: string
  readonly prompt: string
}

/** Texts in double quotes. */
function literalsOf({ url, key, model, prompt }: Literals): Literals {
  return { url: JSON.stringify(url), key: JSON.stringify(key), model: JSON.stringify(model), prompt: JSON.stringify(prompt) }
}

/** A line of a JavaScript module. Written out, it would look like an import of ours to whatever reads which modules know which. */
export const importLine = (names: string, from: string): string => ['import', names, 'from', `'${from}'`].join(' ')

interface SampleWriters {
  readonly python: (call: Literals) => string
  readonly node: (call: Literals) => string
  readonly go: (call: Literals) => string
  readonly java: (call: Literals) => string
}

/** One call in the four languages that all three vendors have libraries for. */
export function samplesOf({ python, node, go, java }: SampleWriters, call: Literals): readonly LanguageSample[] {
  const literals = literalsOf(call)
  return [
    { label: 'Python', language: 'python', code: python(literals) },
    { label: 'Node.js', language: 'javascript', code: node(literals) },
    { label: 'Go', language: 'go', code: go(literals) },
    { label: 'Java', language: 'java', code: java(literals) },
  ]
}
