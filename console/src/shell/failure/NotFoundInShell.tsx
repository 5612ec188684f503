import { useNavigate } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { Button, EmptyState, NoMatchIcon, Page } from '~/ui/kit'
import AppLayout from '../AppLayout.tsx'

/** The console around an unknown URL: the menu offers other pages. */
export default function NotFoundInShell() {
  const t = useText()
  const navigate = useNavigate()
  return (
    <AppLayout>
      <Page title={t('error.notFoundTitle')}>
        <EmptyState
          icon={<NoMatchIcon />}
          title={t('error.notFoundText')}
          action={<Button onClick={() => navigate({ to: paths.home() })}>{t('error.home')}</Button>}
        />
      </Page>
    </AppLayout>
  )
}
