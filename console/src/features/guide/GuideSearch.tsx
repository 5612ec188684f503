import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useLanguage, useText } from '~/i18n'
import { paths } from '~/paths'
import { findInGuide } from '~/shared/guide/find-in-guide'
import { guidePages } from '~/shared/guide/guide-pages'
import { anchorOf } from '~/shared/guide/guide-text'
import { HitsInput } from '~/ui/kit'
import { loadGuideText } from './guide-files.ts'

/** A search over the whole guide, in place of the page while something is typed. The texts are loaded with the first key. */
export function GuideSearch({ children }: { readonly children: ReactNode }) {
  const t = useText()
  const language = useLanguage()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const isAsked = typed.trim() !== ''
  const { data } = useQuery({
    queryKey: ['guide', language],
    queryFn: () => Promise.all(guidePages.map(async (page) => [page, await loadGuideText(language, page)] as const)),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const hits = findInGuide(typed, data ?? []).map((hit) => ({ ...hit, key: `${hit.page}#${anchorOf(hit.heading)}` }))
  const open = (key: string) => {
    const [page = '', hash = ''] = key.split('#')
    setTyped('')
    void navigate({ to: paths.docs(page), hash })
  }
  return (
    <>
      <HitsInput
        label={t('guide.search')}
        value={typed}
        onChange={setTyped}
        hits={hits.map(({ key, title, heading }) => ({
          key,
          content: (
            <>
              {heading === '' ? title : heading}
              {heading !== '' && <span className="text3"> · {title}</span>}
            </>
          ),
        }))}
        none={data && <p className="text2">{t('guide.none', { text: typed.trim() })}</p>}
        onOpen={open}
      />
      <div hidden={isAsked}>{children}</div>
    </>
  )
}
