import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { IconButton } from '../button/IconButton.tsx'
import { Segmented } from '../control/Segmented.tsx'
import { type ControlProps, FieldFrame, type FieldProps, useField } from '../form/Field.tsx'
import { BoldIcon, BulletsIcon, CodeIcon, ItalicIcon, LinkIcon, TableIcon } from '../icons.ts'
import { useIsPhone } from '../use-phone.ts'
import { Markdown } from './Markdown.tsx'
import { asCode, bulleted, type Edit, linked, type Selected, withBlock, wrapped } from './markdown-edit.ts'
import './markdown-editor.css'

interface MarkdownTool {
  readonly label: string
  readonly icon: ReactNode
  /** With Ctrl or Cmd. */
  readonly key?: string
  readonly edit: (selected: Selected) => Edit
}

/** The buttons of the Markdown editor, in the language that is chosen. */
function useMarkdownTools(): readonly MarkdownTool[] {
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

/** Carries out an edit in a text area as if it were typed: React gets the event, and undo reverts it. */
function applyEdit(field: HTMLTextAreaElement, { start, end, insert, selectStart, selectEnd }: Edit): void {
  field.focus()
  field.setSelectionRange(start, end)
  // Deprecated, but the only call that preserves the browser's undo; without it the text still changes.
  if (!document.execCommand('insertText', false, insert)) {
    field.setRangeText(insert, start, end, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.setSelectionRange(selectStart, selectEnd)
}

export interface MarkdownEditorProps {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Of the text area: from a form's field, or an id and a label of the caller's. */
  readonly control: Partial<ControlProps> & { readonly 'aria-label'?: string }
  readonly placeholder?: string
  /** What the text looks like, where it is no Markdown: there are no tools then. */
  readonly preview?: (text: string) => ReactNode
  /** px of the box below its head. */
  readonly height?: number
}

/**
 * Markdown as text, with the buttons for what is usual and a preview next to it; on a phone one at a time. Ctrl or Cmd with B, I and K is
 * bold, italic and a link. What a button does can be undone like typing.
 */
export function MarkdownEditor({ value, onChange, control, placeholder, preview, height = 232 }: MarkdownEditorProps) {
  const t = useText()
  const isPhone = useIsPhone()
  const area = useRef<HTMLTextAreaElement>(null)
  const tools = useMarkdownTools()
  const [side, setSide] = useState<Side>('write')
  const isPreview = isPhone && side === 'preview'

  const use = (tool: MarkdownTool) => {
    const field = area.current
    if (!field) return
    applyEdit(field, tool.edit({ text: field.value, start: field.selectionStart, end: field.selectionEnd }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (preview || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const tool = tools.find(({ key }) => key === event.key.toLowerCase())
    if (!tool) return
    event.preventDefault()
    use(tool)
  }

  return (
    <div className={`markdown-editor ${control['aria-invalid'] ? 'wrong' : ''}`}>
      <div className="markdown-editor-head">
        {/* In the preview there is nothing that they could act on. */}
        {!isPreview && !preview && <Toolbar tools={tools} isDisabled={control.disabled ?? false} onUse={use} />}
        {isPhone ? <SideChoice side={side} onChange={setSide} /> : <span className="text3">{t('kit.markdown.preview')}</span>}
      </div>
      <div className="markdown-editor-sides" style={{ height }}>
        <textarea
          {...control}
          ref={area}
          className="mono"
          hidden={isPreview}
          value={value}
          placeholder={placeholder}
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={onKeyDown}
        />
        {(!isPhone || isPreview) && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          <section className="markdown-preview" aria-label={t('kit.markdown.preview')} tabIndex={0}>
            {value.trim() === '' ? (
              <p className="text3">{t('kit.markdown.nothing')}</p>
            ) : (
              (preview?.(value) ?? <Markdown text={value} isTrusted />)
            )}
          </section>
        )}
      </div>
    </div>
  )
}

interface ToolbarProps {
  readonly tools: readonly MarkdownTool[]
  readonly isDisabled: boolean
  readonly onUse: (tool: MarkdownTool) => void
}

function Toolbar({ tools, isDisabled, onUse }: ToolbarProps) {
  const t = useText()
  return (
    <div role="toolbar" aria-label={t('kit.markdown.tools')} className="markdown-tools">
      {tools.map((tool) => (
        <IconButton
          key={tool.label}
          isSmall
          label={tool.key === undefined ? tool.label : `${tool.label} (Ctrl+${tool.key.toUpperCase()})`}
          icon={tool.icon}
          disabledReason={isDisabled ? t('kit.markdown.locked') : undefined}
          onClick={() => onUse(tool)}
        />
      ))}
    </div>
  )
}

type Side = 'write' | 'preview'

/** On a phone: which of the two is shown. */
function SideChoice({ side, onChange }: { readonly side: Side; readonly onChange: (side: Side) => void }) {
  const t = useText()
  return (
    <Segmented
      label={t('kit.markdown.side')}
      value={side}
      onChange={onChange}
      choices={[
        { value: 'write', label: t('kit.markdown.write') },
        { value: 'preview', label: t('kit.markdown.preview') },
      ]}
    />
  )
}

export interface MarkdownFieldProps extends FieldProps {
  readonly placeholder?: string
  /** What the text looks like, where it is no Markdown: there are no tools then. */
  readonly preview?: (text: string) => ReactNode
}

/** Markdown in a form, with its preview. */
export function MarkdownField(props: MarkdownFieldProps) {
  const field = useField<string | undefined>(props)
  return (
    <FieldFrame props={{ ...props, isWide: props.isWide ?? true }} field={field}>
      <MarkdownEditor
        control={field.control}
        value={field.value ?? ''}
        onChange={field.set}
        {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
        {...(props.preview === undefined ? {} : { preview: props.preview })}
      />
    </FieldFrame>
  )
}
