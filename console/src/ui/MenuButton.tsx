import { Button as AntButton } from 'antd'
import type { ReactNode, Ref } from 'react'
import { ChevronDownIcon } from './icons.ts'
import { type MenuButtonProps as FromMenu, Menu, type MenuItem } from './Menu.tsx'

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
function Face({ label, icon, kind = 'default', ...given }: FaceProps & FromMenu & { readonly ref?: Ref<HTMLButtonElement> }) {
  return (
    <AntButton type={kind} icon={icon} {...given}>
      {label} <ChevronDownIcon />
    </AntButton>
  )
}
