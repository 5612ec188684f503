import { type ReactNode, useState } from 'react'
import { CopyButton } from './CopyButton.tsx'
import './code.css'

type CodeLanguage = 'shell' | 'powershell' | 'python' | 'javascript' | 'go' | 'java' | 'json' | 'toml' | 'text'

const words: Readonly<Record<CodeLanguage, RegExp | undefined>> = {
  shell: /^(?:curl|export)$/,
  powershell: /^(?:env|Environment|SetEnvironmentVariable|ConvertTo|Json|Invoke|RestMethod)$/,
  python: /^(?:from|import|for|in|print|def|return|None|True|False|if|else|with|as)$/,
  javascript: /^(?:import|from|const|await|async|new|for|of|return|function|true|false|null)$/,
  go: /^(?:package|import|func|if|for|range|return|nil|panic)$/,
  java: /^(?:import|public|static|class|void|var|new|return|null)$/,
  toml: /^(?:true|false)$/,
  json: /^(?:true|false|null)$/,
  text: undefined,
}
const piece = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|((?:#|\/\/) .*)|(\b\d+(?:\.\d+)?\b)|([A-Za-z_]\w*)/g

/** Colours of a small sample. Enough for our own snippets; model output is highlighted by something that knows grammars. */
function highlight(code: string, language: CodeLanguage): ReactNode[] {
  const keyword = words[language]
  if (!keyword) return [code]
  const parts: ReactNode[] = []
  let end = 0
  for (const match of code.matchAll(piece)) {
    const kind = match[1]
      ? 'string'
      : match[2]
        ? 'comment'
        : match[3]
          ? language === 'shell' || language === 'powershell'
            ? undefined
            : 'figure'
          : keyword.test(match[4] ?? '')
            ? 'keyword'
            : undefined
    if (!kind) continue
    parts.push(
      code.slice(end, match.index),
      <span key={match.index} className={`code-${kind}`}>
        {match[0]}
      </span>,
    )
    end = match.index + match[0].length
  }
  return [...parts, code.slice(end)]
}

export interface CodeSample {
  /** On its tab, such as `curl`. */
  readonly label: string
  readonly language: CodeLanguage
  readonly code: string
  /** What is copied, where that is not what is shown, such as a key that is masked. */
  readonly copied?: (() => Promise<string>) | undefined
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
        <CopyButton value={sample.copied ?? sample.code} hasWords />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{highlight(sample.code, sample.language)}</code>
      </pre>
    </div>
  )
}
