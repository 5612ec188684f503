import { lazy, Suspense, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { CheckIcon, CopyIcon } from '../icons.ts'
import { copyText } from './copy-text.ts'
import './copy.css'

const CopyByHand = lazy(() => import('./CopyByHand.tsx'))

export interface CopyButtonProps {
  /** The text, or what fetches it, such as a key that is shown on demand. */
  readonly value: string | (() => Promise<string>)
  /** Default "Copy". */
  readonly label?: string
  /** With a label next to the icon. */
  readonly hasWords?: boolean
}

/** Copies; where the browser forbids it, a dialog shows the text to be copied by hand. */
export function CopyButton({ value, label, hasWords }: CopyButtonProps) {
  const t = useText()
  const [isCopied, setIsCopied] = useState(false)
  const [byHand, setByHand] = useState<string>()
  const copy = async () => {
    const words = typeof value === 'string' ? value : await value().catch(() => undefined)
    if (words === undefined) return
    if (!(await copyText(words))) return setByHand(words)
    setIsCopied(true)
    setTimeout(() => setIsCopied(false), 1500)
  }
  const icon = isCopied ? <CheckIcon color="var(--accent)" /> : <CopyIcon />
  const words = isCopied ? t('action.copied') : (label ?? t('action.copy'))
  return (
    <>
      {hasWords ? (
        <Button icon={icon} onClick={copy} size="small" kind="text">
          {words}
        </Button>
      ) : (
        <IconButton label={words} icon={icon} className="copy-button" onClick={copy} />
      )}
      {byHand !== undefined && (
        <Suspense fallback={null}>
          <CopyByHand text={byHand} onClose={() => setByHand(undefined)} />
        </Suspense>
      )}
    </>
  )
}
