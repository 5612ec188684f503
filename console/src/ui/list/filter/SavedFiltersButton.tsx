import { Input, Popover } from 'antd'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { Button } from '../../button/Button.tsx'
import { IconButton } from '../../button/IconButton.tsx'
import { BottomSheet } from '../../dialog/BottomSheet.tsx'
import { CheckIcon, EditIcon, TrashIcon, ViewsIcon } from '../../icons.ts'
import { useIsPhone } from '../../use-phone.ts'
import { SAVED_NAME_MAX, type SavedFilter, type SavedFilters } from './saved-filters.ts'
import './saved-filters.css'

/** Filters under a name: choose, save what is set, rename, delete. On a phone in a sheet from below. */
export function SavedFiltersButton({ filters }: { readonly filters: SavedFilters }) {
  const t = useText()
  const isPhone = useIsPhone()
  const [isOpen, setIsOpen] = useState(false)
  const panel = <SavedPanel filters={filters} onClose={() => setIsOpen(false)} />
  const button = (
    <IconButton
      label={t('table.saved')}
      icon={<ViewsIcon />}
      isBordered
      isPressed={filters.current !== undefined}
      {...(isPhone ? { onClick: () => setIsOpen(true) } : {})}
    />
  )
  if (!isPhone)
    return (
      <Popover trigger="click" placement="bottomLeft" arrow={false} open={isOpen} onOpenChange={setIsOpen} content={panel} destroyOnHidden>
        {button}
      </Popover>
    )
  return (
    <>
      {button}
      <BottomSheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={t('table.saved')}>
        {panel}
      </BottomSheet>
    </>
  )
}

interface SavedPanelProps {
  readonly filters: SavedFilters
  readonly onClose: () => void
}

function SavedPanel({ filters, onClose }: SavedPanelProps) {
  const t = useText()
  const [renamed, setRenamed] = useState<SavedFilter>()
  return (
    <div className="saved-filters">
      {filters.saved.length === 0 && <p className="text2">{t('table.savedNone')}</p>}
      {filters.saved.length > 0 && (
        <ul aria-label={t('table.saved')}>
          {filters.saved.map((one) => (
            <li key={one.name}>
              {renamed === one ? (
                <NameForm
                  initial={one.name}
                  verb={t('table.savedRename')}
                  taken={filters.saved.filter((other) => other !== one).map(({ name }) => name)}
                  onName={(name) => {
                    filters.rename(one, name)
                    setRenamed(undefined)
                  }}
                />
              ) : (
                <SavedRow
                  one={one}
                  isCurrent={filters.current === one}
                  onChoose={() => {
                    filters.choose(one)
                    onClose()
                  }}
                  onRename={() => setRenamed(one)}
                  onRemove={() => filters.remove(one)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {filters.canSave && !filters.current && <NameForm initial="" verb={t('table.savedSave')} taken={[]} onName={filters.save} />}
      {!filters.canSave && <p className="text3">{t('table.savedHint')}</p>}
    </div>
  )
}

interface SavedRowProps {
  readonly one: SavedFilter
  readonly isCurrent: boolean
  readonly onChoose: () => void
  readonly onRename: () => void
  readonly onRemove: () => void
}

function SavedRow({ one, isCurrent, onChoose, onRename, onRemove }: SavedRowProps) {
  const t = useText()
  return (
    <>
      <button type="button" className="saved-filter" aria-current={isCurrent ? 'true' : undefined} onClick={onChoose}>
        <span className="ellipsis" title={one.name}>
          {one.name}
        </span>
        {isCurrent && <CheckIcon />}
      </button>
      <IconButton label={t('table.savedRenameOne', { name: one.name })} icon={<EditIcon />} isSmall onClick={onRename} />
      <IconButton label={t('table.savedDelete', { name: one.name })} icon={<TrashIcon />} isSmall onClick={onRemove} />
    </>
  )
}

interface NameFormProps {
  readonly initial: string
  readonly verb: string
  /** Names that others have. */
  readonly taken: readonly string[]
  readonly onName: (name: string) => void
}

/** A name, and the button that keeps it. Enter does too. */
function NameForm({ initial, verb, taken, onName }: NameFormProps) {
  const t = useText()
  const [name, setName] = useState(initial)
  const typed = name.trim()
  const isTaken = taken.includes(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== '' && !isTaken) onName(typed)
  }
  return (
    <form className="saved-name" onSubmit={submit}>
      <Input
        aria-label={t('table.savedName')}
        placeholder={t('table.savedName')}
        value={name}
        maxLength={SAVED_NAME_MAX}
        autoFocus={initial !== ''}
        status={isTaken ? 'error' : ''}
        onChange={({ target }) => setName(target.value)}
      />
      <Button isSubmit isDisabled={typed === ''} disabledReason={isTaken ? t('table.savedTaken') : undefined}>
        {verb}
      </Button>
    </form>
  )
}
