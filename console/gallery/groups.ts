// The groups of the gallery: a new part gets its specimens in one of them (docs/recipes/a-kit-part.md).
import { type ComponentType, lazy } from 'react'
import { type GalleryKey, galleryKeys } from './keys.ts'

const group = (en: string, zh: string, load: () => Promise<{ default: ComponentType }>) => ({ title: { en, zh }, Group: lazy(load) })

const byKey = {
  buttons: group('Buttons and menus', '按钮与菜单', () => import('./groups/Buttons.tsx')),
  figures: group('Status and figures', '状态与数字', () => import('./groups/Figures.tsx')),
  feedback: group('Feedback', '反馈', () => import('./groups/Feedback.tsx')),
  navigation: group('Tabs and sheets', '标签页与面板', () => import('./groups/Navigation.tsx')),
  fields: group('Form fields', '表单字段', () => import('./groups/Fields.tsx')),
  'field-states': group('States of fields', '字段状态', () => import('./groups/FieldStates.tsx')),
  maps: group('Maps and names', '映射与名称', () => import('./groups/Maps.tsx')),
  lists: group('Lists', '列表', () => import('./groups/Lists.tsx')),
  charts: group('Charts', '图表', () => import('./groups/Charts.tsx')),
  dashboards: group('Tiles, panels and rankings', '卡片、面板与排行', () => import('./groups/Dashboards.tsx')),
  text: group('Code and Markdown', '代码与 Markdown', () => import('./groups/Text.tsx')),
  settings: group('Settings', '设置', () => import('./groups/Settings.tsx')),
  prices: group('Prices', '价格', () => import('./groups/Prices.tsx')),
  'sign-in': group('Signing in and accounts', '登录与账户', () => import('./groups/SignIn.tsx')),
  wallet: group('Wallet and codes', '钱包与兑换码', () => import('./groups/Wallet.tsx')),
  users: group('Users', '用户', () => import('./groups/Users.tsx')),
  messages: group('Messages', '消息', () => import('./groups/Messages.tsx')),
  tasks: group('Tasks', '任务', () => import('./groups/Tasks.tsx')),
} satisfies Record<GalleryKey, unknown>

/** In the order of the index; the first is where one begins. */
export const groups = galleryKeys.map((key) => ({ key, ...byKey[key] }))
