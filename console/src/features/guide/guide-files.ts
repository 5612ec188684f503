import { queryOptions } from '@tanstack/react-query'
import type { Language } from '@waystation/contract/errors'
import { currentLanguage } from '~/i18n/language'
import { type GuidePageName, isGuidePage } from '~/shared/guide/guide-pages'
import { type GuideText, readGuideText } from '~/shared/guide/guide-text'
import { queryClient } from '~/ui/query-client'

/** Each page in each language is a file of its own, loaded when it is opened. */
const files = import.meta.glob<string>('../../../../docs/guide/*/*.md', { query: '?raw', import: 'default' })

/** A page of the guide in a language, which is kept once it is loaded. */
export const guideText = (language: Language, page: GuidePageName) =>
  queryOptions({ queryKey: ['guide', language, page], queryFn: () => loadGuideText(language, page), staleTime: Number.POSITIVE_INFINITY })

/** Loads the text that a page of the guide is about to show, so that the page is drawn whole. A page that fails says so itself. */
export async function prepareGuide(page: string): Promise<void> {
  if (isGuidePage(page)) await queryClient.prefetchQuery(guideText(currentLanguage(), page))
}

/**
 * A page of the guide in a language.
 * @throws Error when its file cannot be loaded
 */
export async function loadGuideText(language: Language, page: GuidePageName): Promise<GuideText> {
  const load = files[`../../../../docs/guide/${language}/${page}.md`]
  if (!load) throw new Error(`there is no page ${page} in ${language}`)
  return readGuideText(await load())
}
