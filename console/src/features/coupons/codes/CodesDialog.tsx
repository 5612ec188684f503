import { type ReactNode, useState } from 'react'
import { useText } from '~/i18n'
import { copyText } from '~/ui/copy/copy-text'
import { Button, CheckIcon, CopyIcon, copyOrShow, Dialog, DownloadIcon, IconButton, Segmented, saveText } from '~/ui/kit'
import { type Code, codeLines } from './code-lines.ts'
import './codes-dialog.css'

export interface CodesDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** "20 codes created". */
  readonly title: string
  /** What they are worth, in a line; the last is the total. */
  readonly facts: readonly { readonly label: string; readonly value: ReactNode }[]
  readonly codes: readonly Code[]
  /** Without the ending. */
  readonly fileName: string
  /** Whether they can be had again later. */
  readonly note: string
}

/** Codes that were just made, to be taken along: one, all, or as a file. */
export function CodesDialog({ isOpen, onClose, title, facts, codes, fileName, note }: CodesDialogProps) {
  const t = useText()
  const [hasNames, setHasNames] = useState(false)
  const lines = codeLines(codes, hasNames)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      width={600}
      note={note}
      buttons={
        <>
          <Button onClick={onClose}>{t('action.close')}</Button>
          <Button kind="primary" icon={<CopyIcon />} onClick={() => copyOrShow(lines.join('\n'))}>
            {t('kit.codes.copyAll', { count: codes.length })}
          </Button>
        </>
      }
    >
      <div className="stack">
        <dl className="code-facts">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <div className="row code-tools">
          <Segmented
            label={t('kit.codes.content')}
            size="small"
            value={hasNames ? 'named' : 'plain'}
            onChange={(choice) => setHasNames(choice === 'named')}
            choices={[
              { value: 'plain', label: t('kit.codes.plain') },
              { value: 'named', label: t('kit.codes.named') },
            ]}
          />
          <Button size="small" icon={<DownloadIcon />} onClick={() => saveText(`${fileName}.txt`, `${lines.join('\n')}\n`)}>
            TXT
          </Button>
        </div>
        <CodeList codes={codes} hasNames={hasNames} />
      </div>
    </Dialog>
  )
}

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
