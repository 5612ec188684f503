import { useLoaderData } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { useSystemName } from '~/session/status'
import { SiteContent } from '~/shared/SiteContent'
import { Footer } from '~/shell/Footer'
import { HomePage } from './HomePage.tsx'

/** `/`: what the admin wrote, else our own page. */
export default function HomeRoute() {
  const t = useText()
  const name = useSystemName()
  const written = useLoaderData({ from: '/open/' })
  return (
    <>
      <title>{`${t('home.title')} · ${name}`}</title>
      <SiteContent written={written} title={t('home.title')} builtIn={<HomePage />} footer={<Footer />} />
    </>
  )
}
