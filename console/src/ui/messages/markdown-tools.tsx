import type { ReactNode } from 'react'
import { useText } from '../../i18n/index.ts'
import { BoldIcon, BulletsIcon, CodeIcon, ItalicIcon, LinkIcon, TableIcon } from '../icons.ts'
import { asCode, bulleted, type Edit, linked, type Selected, withBlock, wrapped } from './markdown-edit.ts'

export interface MarkdownTool {
  readonly label: string
  readonly icon: ReactNode
  /** With Ctrl or Cmd. */
  readonly key?: string
  readonly edit: (selected: Selected) => Edit
}

/** The buttons of the Markdown editor, in the language that is chosen. */
export function useMarkdownTools(): readonly MarkdownTool[] {
  const t = useText()
  const words = t('kit.markdown.words')
  const name = t('kit.markdown.column')
  const table = `| ${name} | |\n|---|---|\n| | |`
  return [
    { label: t('kit.markdown.bold'), icon: <BoldIcon />, key: 'b', edit: (selected) => wrapped(selected, '**', words) },
    { label: t('kit.markdown.italic'), icon: <ItalicIcon />, key: 'i', edit: (selected) => wrapped(selected, '*', words) },
    { label: t('kit.markdown.link'), icon: <LinkIcon />, key: 'k', edit: (selected) => linked(selected, words) },
    { label: t('kit.markdown.list'), icon: <BulletsIcon />, edit: bulleted },
    { label: t('kit.markdown.table'), icon: <TableIcon />, edit: (selected) => withBlock(selected, table, name) },
    { label: t('kit.markdown.code'), icon: <CodeIcon />, edit: (selected) => asCode(selected, words) },
  ]
}
