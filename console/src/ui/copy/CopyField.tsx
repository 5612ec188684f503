import { useRef, useState } from 'react'
import { IconButton } from '../button/IconButton.tsx'
import { CheckIcon, CopyIcon } from '../icons.ts'
import { copyText } from './copy-text.ts'
import './copy-field.css'

export interface CopyFieldProps {
  readonly value: string
  /** What the button does. */
  readonly label: string
}

/** A value to take along. Where the browser forbids copying, a press selects it, so that it can be copied by hand. */
export function CopyField({ value, label }: CopyFieldProps) {
  const text = useRef<HTMLElement>(null)
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(value))) {
      if (text.current) getSelection()?.selectAllChildren(text.current)
      return
    }
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), 1500)
  }
  return (
    <span className="copy-field">
      <code ref={text}>{value}</code>
      <IconButton label={label} icon={isCopied ? <CheckIcon color="var(--accent)" /> : <CopyIcon />} onClick={() => void copy()} />
    </span>
  )
}
