import type { ReactNode } from 'react'

export type CodeLanguage = 'shell' | 'python' | 'javascript' | 'json' | 'text'

const words: Readonly<Record<CodeLanguage, RegExp | undefined>> = {
  shell: /^(?:curl|export)$/,
  python: /^(?:from|import|for|in|print|def|return|None|True|False|if|else|with|as)$/,
  javascript: /^(?:import|from|const|await|async|new|for|of|return|function|true|false|null)$/,
  json: /^(?:true|false|null)$/,
  text: undefined,
}
const piece = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|((?:#|\/\/) .*)|(\b\d+(?:\.\d+)?\b)|([A-Za-z_]\w*)/g

/** Colours of a small sample. Enough for our own snippets; model output is highlighted by something that knows grammars. */
export function highlight(code: string, language: CodeLanguage): ReactNode[] {
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
          ? language === 'shell'
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
