import { Button as AntButton, Dropdown, type MenuProps } from 'antd'
import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, type Ref, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { BottomSheet } from '../dialog/BottomSheet.tsx'
import { ChevronDownIcon } from '../icons.ts'
import { useIsPhone } from '../use-phone.ts'
import './menu.css'

interface MenuSheetProps {
  readonly items: readonly MenuItem[]
  readonly children: ReactElement<TriggerProps>
}

/** A menu on a phone: its items in a sheet from below, where a thumb is, with the reasons of those that cannot be chosen. */
function MenuSheet({ items, children }: MenuSheetProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const title = children.props.label ?? t('action.more')
  const hasIcons = items.some((item) => item.icon)
  return (
    <>
      {cloneElement(children, {
        'aria-haspopup': 'menu',
        onClick: (event) => {
          event.stopPropagation()
          setIsOpen(true)
        },
      })}
      <BottomSheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={title}>
        <div role="menu" aria-label={title} className="sheet-menu">
          {items.map((item) => (
            <button
              key={item.key}
              type="button"
              role="menuitem"
              className={`sheet-item ${item.isDanger ? 'danger' : ''}`}
              aria-current={item.isChosen ? 'true' : undefined}
              disabled={item.disabledReason !== undefined}
              onClick={(event) => {
                event.stopPropagation()
                setIsOpen(false)
                item.run()
              }}
            >
              {hasIcons && (item.icon || <span className="menu-no-icon" />)}
              <span className="grow">
                {item.label}
                {item.disabledReason && <small>{item.disabledReason}</small>}
              </span>
            </button>
          ))}
        </div>
      </BottomSheet>
    </>
  )
}

/** A menu that opens from a button: below it, on a phone from the foot of the screen. `children` is the button. */
export function Menu({ items, children }: { readonly items: readonly MenuItem[]; readonly children: ReactElement<TriggerProps> }) {
  const isPhone = useIsPhone()
  if (isPhone) return <MenuSheet items={items}>{children}</MenuSheet>
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectedKeys: items.filter((item) => item.isChosen).map((item) => item.key),
        items: entries(items),
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation()
          items.find((item) => item.key === key)?.run()
        },
      }}
    >
      {cloneElement(children, { 'aria-haspopup': 'menu' })}
    </Dropdown>
  )
}

/** Where one item has an icon, the words of all begin below each other; a line stands before the first one that is dangerous. */
function entries(items: readonly MenuItem[]): NonNullable<MenuProps['items']> {
  const hasIcons = items.some((item) => item.icon)
  const firstDanger = items.findIndex((item) => item.isDanger)
  return items.flatMap((item, index) => [
    ...(index === firstDanger && index > 0 ? [{ type: 'divider' as const, key: 'before-danger' }] : []),
    {
      key: item.key,
      label: <Words item={item} />,
      icon: hasIcons ? (item.icon ?? <span className="menu-no-icon" />) : undefined,
      danger: item.isDanger === true,
      disabled: item.disabledReason !== undefined,
    },
  ])
}

function Words({ item }: { readonly item: MenuItem }) {
  if (item.disabledReason === undefined) return item.label
  return (
    <>
      {item.label}
      <small className="menu-reason">{item.disabledReason}</small>
    </>
  )
}

export interface MenuItem {
  readonly key: string
  readonly label: ReactNode
  readonly icon?: ReactNode
  /** Deletes or locks out: red, and below a line. */
  readonly isDanger?: boolean
  readonly isChosen?: boolean
  /** Why it cannot be chosen now; stands below it. */
  readonly disabledReason?: string | undefined
  readonly run: () => unknown
}

/** Props that a button gets from the menu that it opens. */
export interface TriggerProps {
  /** The name of an icon button; it is the sheet's title then. */
  readonly label?: string
  readonly 'aria-haspopup'?: 'menu'
  readonly onClick?: (event: MouseEvent) => void
}

interface FaceProps {
  /** On the button; on a phone the title of the sheet, too. */
  readonly label: string
  readonly icon?: ReactNode
  /** `text`: without a border, inside something that has one. */
  readonly kind?: 'default' | 'text'
}

export interface MenuButtonProps extends FaceProps {
  readonly items: readonly MenuItem[]
}

/** A button with words that opens a menu: kinds of a file, months. */
export function MenuButton({ items, ...face }: MenuButtonProps) {
  return (
    <Menu items={items}>
      <Face {...face} />
    </Menu>
  )
}

/** What the menu gives goes on to the button: its handlers, and the place that it opens at. */
function Face({ label, icon, kind = 'default', ...given }: FaceProps & TriggerProps & { readonly ref?: Ref<HTMLButtonElement> }) {
  return (
    <AntButton type={kind} icon={icon} {...given}>
      {label} <ChevronDownIcon />
    </AntButton>
  )
}
