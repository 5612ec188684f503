import { Link, useNavigate } from '@tanstack/react-router'
import { useText } from '~/i18n'
import { paths } from '~/paths'
import { type GuidePageName, guidePages } from '~/shared/guide/guide-pages'
import { anchorOf, type GuideText } from '~/shared/guide/guide-text'
import { Select, useIsPhone } from '~/ui/kit'

export interface GuideIndexProps {
  readonly page: GuidePageName
  readonly text: GuideText | undefined
}

/** The pages of the guide, with the headings of the one that is open; on a phone a select. */
export function GuideIndex({ page, text }: GuideIndexProps) {
  const t = useText()
  const navigate = useNavigate()
  if (useIsPhone()) {
    return (
      <Select
        label={t('guide.pages')}
        value={page}
        choices={guidePages.map((name) => ({ value: name, label: t(`guide.title.${name}`) }))}
        onChange={(name) => void navigate({ to: paths.docs(name) })}
      />
    )
  }
  const headings = text?.sections.filter(({ level }) => level === 2) ?? []
  return (
    <nav className="guide-index side-index" aria-label={t('guide.pages')}>
      <ul>
        {guidePages.map((name) => (
          <li key={name}>
            <Link to={paths.docs(name)} activeProps={{}} aria-current={name === page ? 'page' : undefined}>
              {t(`guide.title.${name}`)}
            </Link>
            {name === page && headings.length > 0 && (
              <ul aria-label={t('guide.headings')}>
                {headings.map(({ heading }) => (
                  <li key={heading}>
                    <Link to={paths.docs(name)} hash={anchorOf(heading)} activeOptions={{ includeHash: true }} activeProps={{}}>
                      {heading}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
