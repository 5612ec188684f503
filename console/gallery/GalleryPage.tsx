import { Link, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useLanguage } from '~/i18n'
import { ThemeAndLanguage } from '~/shell/top-bar/ThemeAndLanguage'
import { AskTextHost, Mark, Page, SkeletonLines } from '~/ui/kit'
import { Provider } from '~/ui/Provider'
import { groups } from './groups.ts'
import { useSay } from './say.ts'
import './gallery.css'

/** The index of the gallery, and the group of parts that is open. */
export function GalleryPage() {
  const say = useSay()
  const language = useLanguage()
  const { group: key } = useParams({ strict: false }) as { group?: string }
  const group = groups.find((one) => one.key === key)
  return (
    <Provider>
      <div className="gallery">
        <nav className="gallery-index" aria-label={say('Parts', '组件')}>
          <h1>
            <Mark />
            {say('Kit', '组件库')}
          </h1>
          <ul>
            {groups.map((one) => (
              <li key={one.key}>
                <Link to={`/${one.key}` as never} aria-current={one === group ? 'page' : undefined}>
                  {one.title[language]}
                </Link>
              </li>
            ))}
          </ul>
          <div className="gallery-switches">
            <ThemeAndLanguage />
          </div>
        </nav>
        <main className="gallery-room">
          {group && (
            <Page title={group.title[language]}>
              <Suspense fallback={<SkeletonLines count={12} />}>
                <div className="specimens">
                  <group.Group key={group.key} />
                </div>
              </Suspense>
            </Page>
          )}
        </main>
      </div>
      <AskTextHost />
    </Provider>
  )
}
