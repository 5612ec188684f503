import { listGroups } from '@waystation/contract/api/channels/catalog'
import { getUser } from '@waystation/contract/api/people/user'
import { errorMessage, type Language } from '@waystation/contract/errors'
import { type User, UserChange } from '@waystation/contract/people/user'
import { normalUsername, usernameFault } from '@waystation/contract/people/user-name'
import type { z } from 'zod'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { useUser } from '~/session/user'
import { GitHubIcon, LinuxDoIcon } from '~/shared/sign-in/outside-providers'
import {
  BalanceIcon,
  Banner,
  Button,
  type Drawer,
  FormDrawer,
  FormSection,
  IdCardIcon,
  MailIcon,
  NumberText,
  QuotaText,
  SecretField,
  SelectField,
  TelegramIcon,
  TextField,
  timeText,
  WeChatIcon,
} from '~/ui/kit'
import { inviterOf } from './user-cells.tsx'
import { type AdjustedUser, useUserCalls } from './user-queries.ts'
import { useActionFault } from './user-rules.ts'
import './users.css'

interface UserFiguresProps {
  readonly user: User
  /** Opens the dialog for the balance; undefined: the caller may not change it. */
  readonly onAdjust: ((user: AdjustedUser) => void) | undefined
}

/** Balance, usage and invitations. A change of the balance is saved at once and shows here, while the form keeps what was typed. */
function UserFigures({ user, onAdjust }: UserFiguresProps) {
  const t = useText()
  const { data } = useData(getUser, { params: { id: user.id } }, { freshMs: 5000 })
  const figures = data ?? user
  const facts = [
    { label: t('user.balance'), value: <QuotaText value={figures.quota} /> },
    { label: t('user.used'), value: <QuotaText value={figures.used_quota} /> },
    { label: t('user.requests'), value: <NumberText value={figures.request_count} /> },
    { label: t('user.invitees'), value: <NumberText value={figures.aff_count} /> },
    { label: t('user.inviteIncome'), value: <QuotaText value={figures.aff_history_quota} /> },
    { label: t('user.inviter'), value: inviterOf(figures) },
  ]
  return (
    <section className="form-section">
      <div className="form-section-head">
        <h3>{t('user.figures')}</h3>
        {onAdjust && (
          <Button
            size="small"
            icon={<BalanceIcon />}
            onClick={() => onAdjust({ id: user.id, username: figures.username, quota: figures.quota })}
          >
            {t('user.adjust')}
          </Button>
        )}
      </div>
      <dl className="users-figures">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The accounts elsewhere that a user logs in with; only they can change them. */
function BoundAccounts({ user }: { readonly user: User }) {
  const t = useText()
  const accounts = [
    { name: t('user.email'), icon: <MailIcon />, value: user.email },
    { name: 'GitHub', icon: <GitHubIcon />, value: user.github_id },
    { name: 'OIDC', icon: <IdCardIcon />, value: user.oidc_id },
    { name: 'LinuxDO', icon: <LinuxDoIcon />, value: user.linux_do_id },
    { name: t('user.weChat'), icon: <WeChatIcon />, value: user.wechat_id },
    { name: 'Telegram', icon: <TelegramIcon />, value: user.telegram_id },
  ]
  return (
    <FormSection title={t('user.bound')} aside={<span className="text3 users-bound-note">{t('user.boundNote')}</span>} columns={1}>
      <dl className="users-bound">
        {accounts.map(({ name, icon, value }) => (
          <div key={name}>
            <dt>
              {icon}
              {name}
            </dt>
            <dd>{value === '' ? <span className="text3">{t('user.notBound')}</span> : value}</dd>
          </div>
        ))}
      </dl>
    </FormSection>
  )
}

export interface EditUserDrawerProps {
  readonly drawer: Drawer<User>
  readonly onAdjust: (user: AdjustedUser) => void
}

/** Changes a user; shows their figures and the accounts that they log in with. */
export function EditUserDrawer({ drawer, onAdjust }: EditUserDrawerProps) {
  const t = useText()
  const language = useLanguage()
  const { edit } = useUserCalls()
  const user = drawer.item
  return (
    <FormDrawer
      drawer={{ ...drawer, isOpen: drawer.isOpen && !drawer.isNew }}
      title={user ? t('user.edit', { name: user.username }) : t('user.editOne')}
      schema={UserEditForm}
      initial={user ? editValuesOf(user) : {}}
      check={(values) => (user ? usernameErrors(user, values, language) : {})}
      onSubmit={(values) => user && edit(changeOf(user, values))}
      footnote={user && t('user.registeredAt', { time: timeText(user.created_time, 'date', language) })}
    >
      {user && <EditedUser user={user} onAdjust={onAdjust} />}
    </FormDrawer>
  )
}

/** What the drawer holds. A user who may not be changed is shown, with the reason. */
function EditedUser({ user, onAdjust }: { readonly user: User; readonly onAdjust: (user: AdjustedUser) => void }) {
  const t = useText()
  const language = useLanguage()
  const fault = useActionFault()(user, 'edit')
  const isSelf = useUser()?.id === user.id
  const locked = fault && errorMessage(fault, {}, language)
  return (
    <>
      {locked && <Banner tone="amber">{locked}</Banner>}
      <FormSection title={t('user.profile')}>
        <TextField name="username" label={t('user.username')} hint={t('user.usernameHint')} isRequired disabledReason={locked} />
        <TextField name="display_name" label={t('user.displayName')} disabledReason={locked} />
        <SecretField
          name="password"
          label={t('user.newPassword')}
          placeholder={t('user.passwordStays')}
          hint={t('user.newPasswordHint')}
          autoComplete="new-password"
          disabledReason={locked ?? (isSelf ? errorMessage('user_own_password', {}, language) : undefined)}
        />
        <UserGroupField current={user.group} disabledReason={locked} />
      </FormSection>
      <UserFigures user={user} onAdjust={locked ? undefined : onAdjust} />
      <BoundAccounts user={user} />
    </>
  )
}

interface UserGroupFieldProps {
  /** Stays choosable when it is gone from the prices. */
  readonly current?: string
  readonly disabledReason?: string | undefined
  /** Default: "Group". */
  readonly label?: string
  /** While none is selected. */
  readonly placeholder?: string
  readonly isRequired?: boolean
}

/** The group of a user: one of all that have a price. */
export function UserGroupField({ current, label, ...rest }: UserGroupFieldProps) {
  const t = useText()
  const groups = useData(listGroups, {}, { freshMs: 60_000 })
  const names = new Set([...(current === undefined ? [] : [current]), ...(groups.data ?? ['default'])])
  return (
    <SelectField
      {...rest}
      name="group"
      label={label ?? t('user.group')}
      hint={t('user.groupHint')}
      choices={[...names].map((name) => ({ value: name, label: name }))}
      isLoading={groups.isLoading}
      isSearchable
    />
  )
}

// The forms of a user: what they hold, and what of it is sent.

/** The fields of the form that changes a user; the balance has a dialog of its own. */
const UserEditForm = UserChange.pick({ username: true, display_name: true, password: true, group: true })
export type UserEditValues = z.input<typeof UserEditForm>

export const blankUser = { username: '', display_name: '', password: '', group: 'default' }

/** What the form of a user begins with. The password is never known. */
const editValuesOf = ({ username, display_name, group }: User) => ({ username, display_name, group, password: '' })

/** A new username must keep the rules; one that is there already may be from before them. */
function usernameErrors(user: User, { username = '' }: UserEditValues, language: Language): Record<string, string> {
  const name = normalUsername(username)
  const fault = name === user.username ? undefined : usernameFault(name)
  return fault ? { username: errorMessage(fault, {}, language) } : {}
}

/** Only what was changed is sent, so that what another admin changed meanwhile stays. */
function changeOf(user: User, values: UserEditValues): z.input<typeof UserChange> {
  const { username = user.username, display_name = user.display_name, group = user.group, password = '' } = values
  return {
    id: user.id,
    ...(username === user.username ? {} : { username }),
    ...(display_name === user.display_name ? {} : { display_name }),
    ...(group === user.group ? {} : { group }),
    ...(password === '' ? {} : { password }),
  }
}
