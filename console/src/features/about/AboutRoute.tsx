import { useLoaderData } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { useSystemName } from '~/session/status'
import { SiteContent } from '~/shared/SiteContent'
import { Footer } from '~/shell/Footer'
import { BuiltInAbout } from './BuiltInAbout.tsx'

/** `/about`: what the admin wrote, else what this product is and which version runs. */
export default function AboutRoute() {
  const t = useText()
  const name = useSystemName()
  const written = useLoaderData({ from: '/open/about' })
  return (
    <>
      <title>{`${t('about.title')} · ${name}`}</title>
      <SiteContent written={written} title={t('about.title')} builtIn={<BuiltInAbout />} footer={<Footer />} />
    </>
  )
}
