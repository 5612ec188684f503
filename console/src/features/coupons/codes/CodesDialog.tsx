import { type ReactNode, useState } from 'react'
import { useText } from '~/i18n'
import { Button, CopyIcon, copyOrShow, Dialog, DownloadIcon, Segmented, saveText } from '~/ui/kit'
import { CodeList } from './CodeList.tsx'
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
