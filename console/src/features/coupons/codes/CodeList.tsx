import { useState } from 'react'
import { useText } from '~/i18n'
import { copyText } from '~/ui/copy-text'
import { CheckIcon, CopyIcon, copyOrShow, IconButton } from '~/ui/kit'
import { type Code, codeLines } from './code-lines.ts'
import './code-list.css'

export interface CodeListProps {
  readonly codes: readonly Code[]
  /** The name in front of each code, here and in what is copied. */
  readonly hasNames?: boolean
}

/** Many codes under one another, each with its number and a copy button. A row that was copied goes on saying so: one sees which went out. */
export function CodeList({ codes, hasNames = false }: CodeListProps) {
  const t = useText()
  const [copied, setCopied] = useState<ReadonlySet<string>>(new Set())
  const copy = async (one: Code) => {
    const [line = ''] = codeLines([one], hasNames)
    if (!(await copyText(line))) return copyOrShow(line)
    setCopied((old) => new Set([...old, one.code]))
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <ol className="code-list" tabIndex={0} aria-label={t('kit.codes.list')}>
      {codes.map((one, index) => (
        <li key={one.code}>
          <span className="code-number text3">{index + 1}</span>
          {hasNames && <span className="ellipsis code-name">{one.name}</span>}
          <code className="grow">{one.code}</code>
          {copied.has(one.code) && (
            <span className="code-copied">
              <CheckIcon />
              {t('action.copied')}
            </span>
          )}
          <IconButton isSmall label={t('kit.codes.copy', { number: index + 1 })} icon={<CopyIcon />} onClick={() => void copy(one)} />
        </li>
      ))}
    </ol>
  )
}
