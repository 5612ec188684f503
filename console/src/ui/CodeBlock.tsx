import { useState } from 'react'
import { CopyButton } from './CopyButton.tsx'
import { type CodeLanguage, highlight } from './highlight.tsx'
import './code.css'

export interface CodeSample {
  /** On its tab, such as `curl`. */
  readonly label: string
  readonly language: CodeLanguage
  readonly code: string
}

/** Code with a copy button; several samples become tabs. Scrolls inside itself. */
export function CodeBlock({ samples }: { readonly samples: readonly CodeSample[] }) {
  const [chosen, setChosen] = useState(0)
  const sample = samples[chosen] ?? samples[0]
  if (!sample) return null
  return (
    <div className="code-block">
      <div className="code-head">
        <div className="code-tabs" role="tablist">
          {samples.map((one, index) => (
            <button
              key={one.label}
              type="button"
              role="tab"
              aria-selected={index === chosen}
              className={index === chosen ? 'chosen' : ''}
              onClick={() => setChosen(index)}
            >
              {one.label}
            </button>
          ))}
        </div>
        <span className="grow" />
        <CopyButton value={sample.code} hasWords />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{highlight(sample.code, sample.language)}</code>
      </pre>
    </div>
  )
}
