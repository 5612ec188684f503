import { updateSelf } from '@waystation/contract/api/people/account'
import { getUserModels } from '@waystation/contract/api/people/session'
import { type Self, SelfChange } from '@waystation/contract/people/user'
import { useState } from 'react'
import { useCall } from '~/api/use-call'
import { useData } from '~/api/use-data'
import { useText } from '~/i18n'
import { rememberUser } from '~/session/user'
import { Button, EditIcon, NumberText, QuotaText, StatTile, StatTiles, StatusTag, Tag, TextField } from '~/ui/kit'
import { FormDialog } from './FormDialog.tsx'

/** Who this is, what is left and used, and which models there are. */
export function ProfileStrip({ user }: { readonly user: Self }) {
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
