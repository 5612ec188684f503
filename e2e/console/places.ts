/// <reference lib="dom" />
// Every page of the console, once: a new page of the specification's route table is one more line here, and everything in this folder
// opens it as everybody, in both languages, both themes and both sizes.
import type { Page } from 'playwright-core'
import { galleryKeys } from '../../console/gallery/keys.ts'
import type { Facts, Member } from './filling.ts'
import {
  changePrices,
  expandDone,
  expandRow,
  fillAccount,
  openConfirmation,
  openPalette,
  openQuota,
  openRecoveryCode,
  openRecoveryCodes,
  openRoute,
  openSecondStep,
  openTotp,
  press,
  readUpstream,
  showErrors,
  showNodes,
  talk,
  testConnection,
  unfold,
  unfoldRatios,
  uploadBill,
  writeMessage,
} from './place-steps.ts'
import type { Language } from './words.ts'

export type Visitor = 'visitor' | Member
export const visitors: readonly Visitor[] = ['visitor', 'user', 'admin', 'root']

/** Who may be there. `visitor`: those who are logged in are sent on. */
export type Access = 'everybody' | 'members' | 'admins'

export interface Place {
  /** In the name of its pictures. */
  readonly name: string
  readonly path: string | ((facts: Facts, member: Member) => string)
  readonly access: Access
  /** Where it leads those who are logged in, when not to itself. */
  readonly leadsMembersTo?: string
  /** Where it leads logged-in users who are no admins, when they are not told that it is not for them. */
  readonly leadsUsersTo?: string
  /** Where it leads a visitor, when not to itself. */
  readonly leadsVisitorsTo?: string
  /** What is done there before one looks. */
  readonly open?: (page: Page, language: Language) => Promise<void>
  /** On a server that nobody has set up. */
  readonly isFresh?: boolean
  /** In the gallery of the kit. */
  readonly isGallery?: boolean
  /** Its charts are in sight at once; a place before it shows the same page without them. */
  readonly showsCharts?: boolean
  /** Who has something to see there; absent: everybody opens it. */
  readonly only?: readonly Visitor[]
}

const idOf = (facts: Facts, member: Member) => facts.members[member].tokenId

export const places: readonly Place[] = [
  { name: 'home', path: '/', access: 'everybody' },
  { name: 'about', path: '/about', access: 'everybody' },
  { name: 'pricing', path: '/pricing', access: 'everybody', only: ['visitor', 'user', 'root'] },
  { name: 'pricing-none', path: '/pricing?keyword=nothing-is-called-so', access: 'everybody', only: ['visitor'] },
  { name: 'pricing-explained', path: '/pricing', access: 'everybody', only: ['visitor'], open: press('pricing.how') },
  { name: 'docs', path: '/docs/concepts', access: 'everybody', only: ['visitor', 'user'] },
  { name: 'docs-settings', path: '/docs/reference-options', access: 'everybody', only: ['visitor'] },
  { name: 'setup', path: '/setup', access: 'everybody', isFresh: true },
  { name: 'setup-mode', path: '/setup', access: 'everybody', isFresh: true, open: fillAccount },
  { name: 'setup-over', path: '/setup', access: 'everybody', leadsVisitorsTo: '/', leadsMembersTo: '/' },
  { name: 'setup-channel', path: '/setup?step=channel', access: 'everybody', only: ['root'] },
  { name: 'setup-token', path: '/setup?step=token', access: 'everybody', only: ['root'] },
  { name: 'login', path: '/login', access: 'everybody' },
  { name: 'login-expired', path: '/login?expired=true', access: 'everybody' },
  { name: 'login-code', path: '/login', access: 'everybody', only: ['visitor'], open: openSecondStep },
  { name: 'login-recovery-code', path: '/login', access: 'everybody', only: ['visitor'], open: openRecoveryCode },
  { name: 'register', path: '/register', access: 'everybody', only: ['visitor'] },
  { name: 'reset', path: '/reset', access: 'everybody', only: ['visitor'] },
  { name: 'key-usage', path: '/usage', access: 'everybody', only: ['visitor', 'user'] },
  { name: 'new-password', path: '/user/reset?email=ann@example.org&token=none', access: 'everybody', only: ['visitor'] },
  { name: 'new-password-broken', path: '/user/reset', access: 'everybody', only: ['visitor'] },
  { name: 'wallet', path: '/app/wallet', access: 'members' },
  { name: 'wallet-paid', path: '/app/wallet/topup-success', access: 'members', only: ['user'] },
  { name: 'invitations', path: '/app/wallet/invitations', access: 'members' },
  { name: 'statement-none', path: '/app/wallet/statement?month=2024-02', access: 'members', only: ['user', 'root'] },
  { name: 'statement', path: '/app/wallet/statement', access: 'members', showsCharts: true },
  { name: 'me', path: '/app/me', access: 'members' },
  { name: 'me-password', path: '/app/me', access: 'members', open: press('me.changePassword'), only: ['user'] },
  { name: 'me-confirm', path: '/app/me', access: 'members', open: openConfirmation, only: ['user'] },
  { name: 'me-two-step', path: '/app/me', access: 'members', open: openTotp, only: ['user'] },
  { name: 'me-recovery-codes', path: '/app/me', access: 'members', open: openRecoveryCodes, only: ['user'] },
  { name: 'me-email', path: '/app/me', access: 'members', open: press('me.linkEmail', 'me.replaceEmail'), only: ['user'] },
  { name: 'me-delete', path: '/app/me', access: 'members', open: press('me.delete.open'), only: ['user'] },
  { name: 'me-price', path: '/app/me?tab=price', access: 'members', only: ['user'] },
  { name: 'me-other', path: '/app/me?tab=other', access: 'members', only: ['user'] },
  { name: 'dashboard', path: '/app/dashboard', access: 'members' },
  { name: 'dashboard-days', path: '/app/dashboard?step=day&range=30d&metric=tokens', access: 'members' },
  { name: 'dashboard-user', path: '/app/dashboard?username=lin', access: 'members', only: ['root'] },
  { name: 'tokens', path: '/app/tokens', access: 'members' },
  { name: 'tokens-create', path: '/app/tokens?edit=new', access: 'members' },
  { name: 'tokens-edit', path: (facts, member) => `/app/tokens?edit=${idOf(facts, member)}`, access: 'members' },
  { name: 'tokens-none', path: '/app/tokens?keyword=nothing-is-called-so', access: 'members' },
  { name: 'connect', path: '/app/connect', access: 'members' },
  { name: 'connect-tested', path: '/app/connect?client=opencode', access: 'members', only: ['user'], open: testConnection },
  { name: 'connect-app', path: '/app/connect?client=cursor', access: 'members', only: ['user'] },
  { name: 'connect-code', path: '/app/connect?client=openai-sdk', access: 'members', only: ['user'] },
  {
    name: 'connect-token',
    path: (facts, member) => `/app/tokens?connect=${idOf(facts, member)}`,
    access: 'members',
    only: ['user', 'root'],
  },
  { name: 'logs', path: '/app/logs/api-usage', access: 'members' },
  { name: 'logs-explained', path: '/app/logs/api-usage?type=2', access: 'members', open: expandRow },
  { name: 'drawing-logs', path: '/app/logs/drawing', access: 'members' },
  { name: 'drawing-logs-details', path: '/app/logs/drawing?start_timestamp=', access: 'members', only: ['user', 'root'], open: expandDone },
  { name: 'drawing-logs-none', path: '/app/logs/drawing?mj_id=nothing-is-called-so', access: 'members', only: ['user'] },
  { name: 'task-logs', path: '/app/logs/tasks?start_timestamp=', access: 'members' },
  { name: 'task-logs-details', path: '/app/logs/tasks?start_timestamp=', access: 'members', only: ['user', 'root'], open: expandDone },
  { name: 'task-logs-none', path: '/app/logs/tasks?task_id=nothing-is-called-so', access: 'members', only: ['user'] },
  { name: 'channels', path: '/admin/channels', access: 'admins' },
  { name: 'channels-route', path: '/admin/channels', access: 'admins', only: ['root'], open: openRoute },
  { name: 'channels-upstream', path: '/admin/channels?upstream=1', access: 'admins', only: ['root'], open: readUpstream },
  { name: 'channels-tags', path: '/admin/channels?tag_mode=true', access: 'admins' },
  { name: 'channels-create', path: '/admin/channels?edit=new', access: 'admins' },
  { name: 'channels-edit', path: (facts) => `/admin/channels?edit=${facts.channelId}`, access: 'admins' },
  { name: 'channels-health', path: (facts) => `/admin/channels?edit=${facts.channelId}&tab=health`, access: 'admins' },
  { name: 'channels-usage', path: (facts) => `/admin/channels?edit=${facts.channelId}&tab=usage`, access: 'admins', showsCharts: true },
  { name: 'coupons', path: '/admin/coupons', access: 'admins' },
  { name: 'coupons-create', path: '/admin/coupons?edit=new', access: 'admins', only: ['admin'] },
  { name: 'coupons-none', path: '/admin/coupons?keyword=nothing-is-called-so', access: 'admins', only: ['root'] },
  { name: 'orders', path: '/admin/orders', access: 'admins' },
  { name: 'books-none', path: '/admin/books?range=2020-01-01..2020-01-31', access: 'admins', only: ['root'] },
  { name: 'books', path: '/admin/books?range=30d', access: 'admins', showsCharts: true },
  { name: 'books-models', path: '/admin/books?range=30d&by=models', access: 'admins', only: ['root'], showsCharts: true },
  { name: 'books-upload', path: '/admin/books?range=30d', access: 'admins', only: ['root'], open: uploadBill, showsCharts: true },
  { name: 'inbox', path: '/app/inbox', access: 'members' },
  { name: 'inbox-message', path: (facts) => `/app/inbox/${facts.messageId}`, access: 'members' },
  { name: 'messages', path: '/admin/messages', access: 'admins', leadsUsersTo: '/' },
  { name: 'messages-none', path: '/admin/messages?keyword=nothing-is-called-so', access: 'admins', only: ['root'] },
  { name: 'messages-create', path: '/admin/messages?edit=new', access: 'admins', leadsUsersTo: '/', open: writeMessage },
  { name: 'messages-edit', path: (facts) => `/admin/messages?edit=${facts.messageId}`, access: 'admins', leadsUsersTo: '/' },
  { name: 'users', path: '/admin/users', access: 'admins' },
  { name: 'users-none', path: '/admin/users?keyword=nobody-is-called-so', access: 'admins' },
  { name: 'users-create', path: '/admin/users?edit=new', access: 'admins' },
  { name: 'users-edit', path: editUser, access: 'admins' },
  { name: 'users-quota', path: editUser, access: 'admins', only: ['root', 'admin'], open: openQuota },
  { name: 'user-page', path: (facts) => `/admin/users/${facts.members.user.client.userId}`, access: 'admins' },
  {
    name: 'user-page-tokens',
    path: (facts) => `/admin/users/${facts.members.user.client.userId}?tab=tokens`,
    access: 'admins',
    only: ['root'],
  },
  { name: 'audit', path: '/admin/audit', access: 'admins' },
  { name: 'audit-change', path: '/admin/audit?action=option.update', access: 'admins', open: expandRow, only: ['root'] },
  { name: 'audit-none', path: '/admin/audit?target=nothing-is-called-so', access: 'admins', only: ['root'] },
  { name: 'settings', path: '/admin/settings', access: 'admins' },
  { name: 'settings-ratelimit', path: '/admin/settings?tab=ratelimit', access: 'admins', only: ['admin', 'root'] },
  { name: 'settings-models', path: '/admin/settings?tab=models', access: 'admins', only: ['admin', 'root'] },
  { name: 'settings-system', path: '/admin/settings?tab=system', access: 'admins', only: ['admin', 'root'] },
  { name: 'settings-other', path: '/admin/settings?tab=other', access: 'admins', only: ['admin', 'root'] },
  { name: 'settings-nodes', path: '/admin/settings?tab=other&card=info', access: 'admins', only: ['root'], open: showNodes },
  { name: 'settings-errors', path: '/admin/settings?tab=other&card=info', access: 'admins', only: ['root'], open: showErrors },
  { name: 'prices', path: '/admin/settings?card=prices', access: 'admins' },
  { name: 'prices-changed', path: '/admin/settings?card=prices', access: 'admins', only: ['admin'], open: changePrices },
  { name: 'prices-json', path: '/admin/settings?card=prices&prices=json', access: 'admins', only: ['admin', 'root'], open: unfoldRatios },
  { name: 'prices-unpriced', path: '/admin/settings?card=prices&prices=unpriced', access: 'admins', only: ['admin'] },
  { name: 'prices-add', path: '/admin/settings?card=prices', access: 'admins', only: ['admin'], open: press('price.addModel') },
  { name: 'prices-history', path: '/admin/settings?card=prices&history=all', access: 'admins', only: ['admin'] },
  { name: 'prices-version', path: '/admin/settings?card=prices&history=2', access: 'admins', only: ['admin'] },
  { name: 'prices-groups', path: '/admin/settings?card=groups', access: 'admins', only: ['admin', 'root'] },
  { name: 'palette', path: '/app/tokens', access: 'members', open: openPalette },
  { name: 'playground', path: '/playground', access: 'members' },
  { name: 'playground-talk', path: '/playground', access: 'members', open: talk },
  { name: 'chat-program', path: '/chat/0', access: 'everybody', leadsVisitorsTo: '/login', only: ['visitor', 'user'] },
  { name: 'chat', path: '/chat/3', access: 'everybody', leadsVisitorsTo: '/login' },
  { name: 'chat-own-token', path: (facts, member) => `/chat/3?token=${idOf(facts, member)}`, access: 'everybody', only: ['user'] },
  { name: 'chat-unknown', path: '/chat/99', access: 'everybody' },
  { name: 'not-found', path: '/no/such/page', access: 'everybody' },
  opened('menu', '/buttons', 'Token actions', '令牌操作'),
  opened('bottom-sheet', '/navigation', 'From below', '底部面板'),
  opened('side-sheet', '/navigation', 'From the side', '侧边面板'),
  opened('palette', '/navigation', 'Go somewhere…', '跳转…'),
  opened('drawer', '/field-states', 'Make one…', '新建…'),
  opened('question', '/sign-in', 'Delete account…', '注销账户…'),
  opened('pay', '/wallet', 'With a code…', '扫码…'),
  opened('pay-page', '/wallet', 'On its own page…', '跳转页面…'),
  opened('codes', '/wallet', '20 codes…', '20 个兑换码…'),
  opened('quota', '/users', 'Adjust balance…', '调整余额…'),
  opened('image', '/tasks', 'View full size: From #0e7c66 to #bc8702', '查看大图：#0e7c66 到 #bc8702'),
  ...galleryKeys.map((key): Place => ({ name: `gallery-${key}`, path: `/${key}`, access: 'everybody', isGallery: true, open: unfold })),
]

function editUser(facts: Facts): string {
  return `/admin/users?edit=${facts.members.user.client.userId}`
}

/** A part of the gallery that is opened by a button. */
function opened(name: string, path: string, english: string, chinese: string): Place {
  return {
    name: `gallery-opened-${name}`,
    path,
    access: 'everybody',
    isGallery: true,
    open: async (page, language) => {
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
      await page.setViewportSize({ width, height: Math.min(height, 900) })
      await page.getByRole('button', { name: language === 'zh' ? chinese : english, exact: true }).click()
      await page.locator('[role=dialog], [role=menu], dialog').first().waitFor()
    },
  }
}
