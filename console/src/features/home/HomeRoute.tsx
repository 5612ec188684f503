import { Link, useLoaderData } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { usePublicStatus, useSystemName } from '~/session/status'
import { useUser } from '~/session/user'
import { AnnouncementStrips } from '~/shared/announcements/AnnouncementStrips'
import { useConsolePath } from '~/shared/console-path'
import { useServerAddress } from '~/shared/server-address'
import { SiteContent } from '~/shared/site/SiteContent'
import { Footer } from '~/shell/Footer'
import { CopyField } from '~/ui/copy/CopyField'
import { LanguagesIcon, OutsideIcon, RouteIcon, ServerIcon, SumIcon } from '~/ui/icons'
import { LiveCall } from './LiveCall.tsx'
import './home.css'

const features = [
  { Icon: RouteIcon, title: 'home.routeTitle', text: 'home.routeText' },
  { Icon: SumIcon, title: 'home.costTitle', text: 'home.costText' },
  { Icon: LanguagesIcon, title: 'home.dialectTitle', text: 'home.dialectText' },
  { Icon: ServerIcon, title: 'home.machineTitle', text: 'home.machineText' },
] as const

/** Introduces the product to a newcomer. Every statement must be true today. */
function HomePage() {
  const t = useText()
  const user = useUser()
  const docs = usePublicStatus()?.docs_link
  const address = useServerAddress()
  const consolePath = useConsolePath()
  return (
    <div className="home">
      <section className="home-top">
        <div>
          <h1>{t('home.headline')}</h1>
          <p className="home-intro">{t('home.intro')}</p>
          <div className="home-actions">
            <Link className="home-button primary" to={user ? consolePath : paths.login()}>
              {t(user ? 'home.openConsole' : 'home.logIn')}
            </Link>
            {docs ? (
              <a className="home-button" href={docs} target="_blank" rel="noreferrer">
                {t('home.docs')}
                <OutsideIcon />
              </a>
            ) : (
              <Link className="home-button" to={paths.docs()}>
                {t('home.docs')}
              </Link>
            )}
          </div>
          <p className="home-hint">{t('home.baseUrl')}</p>
          <CopyField value={`${address}/v1`} label={t('home.copy')} />
        </div>
        <LiveCall />
      </section>
      <section className="home-features" aria-label={t('home.features')}>
        {features.map(({ Icon, title, text }) => (
          <div key={title}>
            <h2>
              <Icon />
              {t(title)}
            </h2>
            <p>{t(text)}</p>
          </div>
        ))}
      </section>
    </div>
  )
}

/** `/`: what the admin wrote, else our own page. */
export default function HomeRoute() {
  const t = useText()
  const name = useSystemName()
  const { written, announcements } = useLoaderData({ from: '/open/' })
  return (
    <>
      <title>{`${t('home.title')} · ${name}`}</title>
      <AnnouncementStrips announcements={announcements} />
      <SiteContent written={written} title={t('home.title')} builtIn={<HomePage />} footer={<Footer />} />
    </>
  )
}
