import { type User, UserDraft } from '@waystation/contract/people/user'
import { useText } from '~/i18n'
import { type Drawer, FormDrawer, FormSection, SecretField, TextField } from '~/ui/kit'
import { blankUser, UserGroupField } from './EditUserDrawer.tsx'
import { useUserCalls } from './user-queries.ts'

/** Adds an ordinary user. */
export function AddUserDrawer({ drawer }: { readonly drawer: Drawer<User> }) {
  const t = useText()
  const { add } = useUserCalls()
  return (
    <FormDrawer
      drawer={{ ...drawer, isOpen: drawer.isOpen && drawer.isNew }}
      title={t('user.add')}
      schema={UserDraft}
      initial={blankUser}
      onSubmit={add}
      submitLabel={t('user.addOne')}
      footnote={t('user.addNote')}
    >
      <FormSection>
        <TextField name="username" label={t('user.username')} hint={t('user.usernameHint')} isRequired hasFocus />
        <TextField name="display_name" label={t('user.displayName')} hint={t('user.displayNameHint')} />
        <SecretField name="password" label={t('user.password')} hint={t('user.passwordHint')} autoComplete="new-password" isRequired />
        <UserGroupField />
      </FormSection>
    </FormDrawer>
  )
}
