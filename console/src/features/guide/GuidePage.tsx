import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { type GuidePageName, guidePages, isGuidePage } from '~/shared/guide/guide-pages'
import { anchorOf, guidePath } from '~/shared/guide/guide-text'
import { ChevronLeftIcon, ChevronRightIcon, EmptyState, ErrorState, Markdown, NoMatchIcon, Page, SkeletonLines } from '~/ui/kit'
import { GuideIndex } from './GuideIndex.tsx'
import { GuideSearch } from './GuideSearch.tsx'
import { guideText } from './guide-files.ts'
import './guide.css'

const manual = { anchorOf, pathOf: guidePath }

/** `/docs/$page`: the guide that ships with the product, in the reader's language. */
export default function GuidePage() {
  const { page } = useParams({ strict: false })
  return page !== undefined && isGuidePage(page) ? <OnePage key={page} page={page} /> : <NoSuchPage />
}

function NoSuchPage() {
  const t = useText()
  return (
    <Page title={t('error.notFoundTitle')} parent={{ label: t('guide.label'), to: paths.docs() }}>
      <EmptyState
        icon={<NoMatchIcon />}
        title={t('error.notFoundText')}
        action={<Link to={paths.docs()}>{t('guide.title.quick-start')}</Link>}
      />
    </Page>
  )
}

function OnePage({ page }: { readonly page: GuidePageName }) {
  const t = useText()
  const language = useLanguage()
  const { data, error, refetch } = useQuery(guideText(language, page))
  const isFirst = page === guidePages[0]
  return (
    <Page title={t(`guide.title.${page}`)} {...(isFirst ? {} : { parent: { label: t('guide.label'), to: paths.docs() } })}>
      <div className="guide">
        <GuideIndex page={page} text={data} />
        <div className="guide-main">
          <GuideSearch>
            <article className="guide-text" lang={language === 'zh' ? 'zh-CN' : 'en'}>
              {data && <Markdown text={data.body} isTrusted manual={manual} />}
              {!data && (error ? <ErrorState error={error} onRetry={refetch} /> : <SkeletonLines count={12} />)}
            </article>
            <Neighbours page={page} />
          </GuideSearch>
        </div>
      </div>
    </Page>
  )
}

/** The ways to the page before and the page after. */
function Neighbours({ page }: { readonly page: GuidePageName }) {
  const t = useText()
  const at = guidePages.indexOf(page)
  const before = guidePages[at - 1]
  const after = guidePages[at + 1]
  return (
    <footer className="guide-neighbours">
      {before && (
        <Link to={paths.docs(before)} aria-label={`${t('guide.previous')}: ${t(`guide.title.${before}`)}`}>
          <ChevronLeftIcon />
          {t(`guide.title.${before}`)}
        </Link>
      )}
      <span className="grow" />
      {after && (
        <Link to={paths.docs(after)} aria-label={`${t('guide.next')}: ${t(`guide.title.${after}`)}`}>
          {t(`guide.title.${after}`)}
          <ChevronRightIcon />
        </Link>
      )}
    </footer>
  )
}
