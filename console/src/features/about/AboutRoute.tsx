import { useLoaderData } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { usePublicStatus, useSystemName } from '~/session/status'
import { SiteContent } from '~/shared/site/SiteContent'
import { Footer } from '~/shell/Footer'

/** What runs here, in three lines. */
function BuiltInAbout() {
  const t = useText()
  const name = useSystemName()
  const version = usePublicStatus()?.version
  return (
    <div className="site-content">
      <h1>{t('about.heading', { name })}</h1>
      <p>{t('about.text')}</p>
      {version !== undefined && <p className="text2">{t('about.version', { version })}</p>}
    </div>
  )
}

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
