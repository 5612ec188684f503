const MINUTE = 60_000

/**
 * How long ago something was, as short as can be: just now, the clock today, yesterday, the day this year, the whole date before.
 * @param at unix milliseconds
 * @param words in the language
 */
export function whenText(
  at: number,
  now: number,
  language: 'zh' | 'en',
  words: { readonly now: string; readonly yesterday: string },
): string {
  if (now - at < MINUTE) return words.now
  const [date, today] = [new Date(at), new Date(now)]
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  if (date.toDateString() === today.toDateString())
    return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
  if (date.toDateString() === yesterday.toDateString()) return words.yesterday
  const locale = language === 'zh' ? 'zh-CN' : 'en-US'
  if (date.getFullYear() === today.getFullYear()) return date.toLocaleDateString(locale, { month: 'numeric', day: 'numeric' })
  return date.toLocaleDateString(locale, { year: 'numeric', month: 'numeric', day: 'numeric' })
}
