/**
 * Puts text on the clipboard. Pages on plain http have no clipboard API, so the older `execCommand` is tried too.
 * @returns false when neither works: the caller shows the text to be copied by hand
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyTheOldWay(text)
  }
}

function copyTheOldWay(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('readonly', '')
  area.style.cssText = 'position:fixed;opacity:0'
  // Inside an open dialog the focus is trapped, so the helper must stand inside it too.
  const host = document.activeElement?.closest('[role="dialog"]') ?? document.body
  host.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
  }
}
