import { useNavigate } from '@tanstack/react-router'
import { getWallet } from '@waystation/contract/api/money/wallet'
import { deleteSelf, updateSelf } from '@waystation/contract/api/people/account'
import { getUserModels } from '@waystation/contract/api/people/session'
import { errorMessage, isErrorCode } from '@waystation/contract/errors'
import { type Self, SelfChange } from '@waystation/contract/people/user'
import { useEffect, useState } from 'react'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { forgetUser, rememberUser, useUser } from '~/session/user'
import { CheckIn, Invite } from '~/shared/rewards/Rewards'
import {
  Banner,
  Button,
  EditIcon,
  LeaveGuard,
  NumberText,
  Page,
  QuotaText,
  SecretField,
  SkeletonLines,
  StatTile,
  StatTiles,
  StatusTag,
  Tag,
  TextField,
  toast,
  useQuotaFormat,
  useUrlState,
} from '~/ui/kit'
import { AccessToken } from './AccessToken.tsx'
import { FormDialog } from './FormDialog.tsx'
import { Sessions } from './Sessions.tsx'
import { SettingsTabs } from './SettingsTabs.tsx'
import { WaysIn } from './WaysIn.tsx'
import './me.css'

/** Who this is, what is left and used, and which models there are. */
function ProfileStrip({ user }: { readonly user: Self }) {
  const t = useText()
  const [isEditing, setEditing] = useState(false)
  const name = user.display_name || user.username
  return (
    <section className="me-profile" aria-label={t('me.profile')}>
      <div className="me-who">
        <span className="me-avatar" aria-hidden>
          {name.slice(0, 2).toUpperCase()}
        </span>
        <div className="grow">
          <div className="me-name">
            <h2>{name}</h2>
            <StatusTag of="role" value={user.role} />
            <Tag tone="neutral">{user.group}</Tag>
          </div>
          <p className="text2">
            {user.username} · #{user.id}
          </p>
        </div>
        <Button icon={<EditIcon />} onClick={() => setEditing(true)}>
          {t('me.editProfile')}
        </Button>
      </div>
      <StatTiles>
        <StatTile label={t('balance.title')} value={<QuotaText value={user.quota} />} />
        <StatTile label={t('me.used')} value={<QuotaText value={user.used_quota} />} />
        <StatTile label={t('me.requests')} value={<NumberText value={user.request_count} />} />
      </StatTiles>
      <Models />
      {isEditing && <EditProfile user={user} onClose={() => setEditing(false)} />}
    </section>
  )
}

/** Models shown before the list is expanded. Source: specification section 2. */
const FIRST = 10

function Models() {
  const t = useText()
  const { data: models = [], isLoading } = useData(getUserModels, {}, { freshMs: 60_000 })
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? models : models.slice(0, FIRST)
  return (
    <div className="me-models" aria-busy={isLoading}>
      <h3>{t('me.models', { count: models.length })}</h3>
      {models.length === 0 && !isLoading && <p className="text2">{t('me.noModels')}</p>}
      <ul>
        {shown.map((model) => (
          <li key={model}>
            <code>{model}</code>
          </li>
        ))}
      </ul>
      {models.length > FIRST && (
        <Button size="small" kind="text" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('action.collapse') : t('me.moreModels', { count: models.length - FIRST })}
        </Button>
      )}
    </div>
  )
}

const ProfileForm = SelfChange.pick({ username: true, display_name: true })

function EditProfile({ user, onClose }: { readonly user: Self; readonly onClose: () => void }) {
  const t = useText()
  const save = useCall(updateSelf, { isQuiet: true, done: 'me.saved' })
  return (
    <FormDialog
      title={t('me.editProfile')}
      submit={t('action.save')}
      schema={ProfileForm}
      initial={{ username: user.username, display_name: user.display_name }}
      check={({ username }) => (username?.trim() ? {} : { username: t('auth.register.usernameEmpty') })}
      onSubmit={async (values) => rememberUser(await save.run({ body: values }))}
      onClose={onClose}
    >
      <TextField name="username" label={t('auth.register.username')} hint={t('auth.register.usernameHint')} isRequired hasFocus />
      <TextField name="display_name" label={t('me.displayName')} />
    </FormDialog>
  )
}

/** The end of the account: the name is typed, and the password where there is one. */
function DeleteAccount({ user }: { readonly user: Self }) {
  const t = useText()
  const navigate = useNavigate()
  const format = useQuotaFormat()
  const [isOpen, setOpen] = useState(false)
  const remove = useCall(deleteSelf, { isQuiet: true })
  const submit = async ({ username = '', password = '' }: { username?: string | undefined; password?: string | undefined }) => {
    await remove.run({ body: { username, password } })
    await navigate({ to: paths.login() })
    forgetUser()
    toast.done(t('shell.loggedOut'))
  }
  const text = t('me.delete.text', { balance: format(user.quota) })
  return (
    <section className="me-delete" aria-labelledby="me-delete">
      <div className="grow">
        <h2 id="me-delete">{t('me.delete.title')}</h2>
        <p>{text}</p>
      </div>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {t('me.delete.open')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('me.delete.question', { name: user.username })}
          text={text}
          submit={t('me.delete.title')}
          isDanger
          schema={deleteSelf.body}
          initial={{ username: '', password: '' }}
          check={({ username, password }) => ({
            ...(username?.trim() === user.username ? {} : { username: t('me.delete.nameWrong') }),
            ...(user.has_password && !password ? { password: t('factor.confirm.passwordEmpty') } : {}),
          })}
          onSubmit={submit}
          onClose={() => setOpen(false)}
        >
          <TextField name="username" label={t('kit.typeToConfirm', { name: user.username })} hasFocus />
          {user.has_password && <SecretField name="password" label={t('auth.password')} autoComplete="current-password" isRequired />}
        </FormDialog>
      )}
    </section>
  )
}

/** The daily check-in and the invitation, as far as they are switched on. */
function Rewards() {
  const { data } = useData(getWallet)
  if (!data?.check_in && !data?.invitation) return null
  return (
    <div className="me-columns rewards">
      {data.check_in && (
        <div className="me-column">
          <CheckIn checkIn={data.check_in} />
        </div>
      )}
      {data.invitation && (
        <div className="me-column">
          <Invite invitation={data.invitation} />
        </div>
      )}
    </div>
  )
}

/** Of the sites, only Telegram sends the browser to the server first, which sends it on to this page. */
const PROVIDER = 'Telegram'

/** Why linking an account failed, where the server has sent the browser here with the code of an error. */
function LinkProblem() {
  const language = useLanguage()
  const { params, change } = useUrlState()
  const [code, setCode] = useState<string>()
  const { link_error: given } = params
  useEffect(() => {
    if (given === undefined) return
    setCode(given)
    // A reload, or a saved address, says nothing of it any more.
    change({ link_error: undefined }, true)
  }, [given, change])
  if (code === undefined) return null
  return <Banner tone="red">{errorMessage(isErrorCode(code) ? code : 'internal_error', { provider: PROVIDER }, language)}</Banner>
}

/** What users see and do with their own account. */
export default function MePage() {
  const t = useText()
  const user = useUser()
  return (
    <Page title={t('shell.me')}>
      {user === undefined ? (
        <SkeletonLines count={12} />
      ) : (
        <LeaveGuard free={['tab']}>
          <LinkProblem />
          <ProfileStrip user={user} />
          <div className="me-columns">
            <div className="me-column">
              <WaysIn user={user} />
            </div>
            <div className="me-column">
              <AccessToken user={user} />
              <Sessions />
            </div>
          </div>
          <Rewards />
          <SettingsTabs user={user} />
          <DeleteAccount user={user} />
        </LeaveGuard>
      )}
    </Page>
  )
}
