import type { Language } from '@waystation/contract/errors'
import type { GuidePageName } from '~/shared/guide/guide-pages'
import { type GuideText, readGuideText } from '~/shared/guide/guide-text'

/** Each page in each language is a file of its own, loaded when it is opened. */
const files = import.meta.glob<string>('../../../../docs/guide/*/*.md', { query: '?raw', import: 'default' })

/**
 * A page of the guide in a language.
 * @throws Error when its file cannot be loaded
 */
export async function loadGuideText(language: Language, page: GuidePageName): Promise<GuideText> {
  const load = files[`../../../../docs/guide/${language}/${page}.md`]
  if (!load) throw new Error(`there is no page ${page} in ${language}`)
  return readGuideText(await load())
}
