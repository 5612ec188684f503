import { Dropdown } from 'antd'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { type MenuButtonProps, MenuSheet } from './MenuSheet.tsx'
import { useIsPhone } from './use-phone.ts'

export interface MenuItem {
  readonly key: string
  readonly label: ReactNode
  readonly icon?: ReactNode
  readonly isDanger?: boolean
  readonly isChosen?: boolean
  /** Why it cannot be chosen now. */
  readonly disabledReason?: string | undefined
  readonly run: () => unknown
}

/** A menu that opens from a button: below it, on a phone from the foot of the screen. `children` is the button. */
export function Menu({ items, children }: { readonly items: readonly MenuItem[]; readonly children: ReactElement<MenuButtonProps> }) {
  const isPhone = useIsPhone()
  if (isPhone) return <MenuSheet items={items}>{children}</MenuSheet>
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectedKeys: items.filter((item) => item.isChosen).map((item) => item.key),
        items: items.map((item) => ({
          key: item.key,
          label: item.label,
          icon: item.icon,
          danger: item.isDanger === true,
          disabled: item.disabledReason !== undefined,
          title: item.disabledReason ?? '',
        })),
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
