// Pictures of what a flow sees on its way, for a person to look at: kept where SCREENS_FOLDER names a folder, and not made otherwise.
import { join } from 'node:path'
import type { Screen } from './scene.ts'

/** Keeps a picture of the page under this name, once nothing on it moves any more. */
export async function picture({ page, watched }: Screen, name: string): Promise<void> {
  const folder = process.env.SCREENS_FOLDER
  if (!folder) return
  await watched.settled()
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
