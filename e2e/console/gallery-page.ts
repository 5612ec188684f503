// A page of the gallery for the tests that use its parts as a person does.
import type { Browser, Locator, Page } from 'playwright-core'
import { newContext, openBrowser, type Size, watch } from './browser.ts'
import { openGallery } from './gallery-house.ts'
import { wordsOf } from './words.ts'

export interface GalleryScene {
  /** A page of the gallery in English, settled. */
  open(group: string, size?: Size): Promise<Page>
  close(): Promise<void>
}

/** The gallery and a browser. Close it at the end. */
export async function openGalleryScene(): Promise<GalleryScene> {
  const gallery = await openGallery()
  const browser = await openBrowser()
  return {
    open: (group, size = '1440x900') => openPage(browser, gallery.url, group, size),
    async close() {
      await browser.close()
      await gallery.close()
    },
  }
}

async function openPage(browser: Browser, url: string, group: string, size: Size): Promise<Page> {
  const context = await newContext(browser, size)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const watched = watch(page)
  await page.goto(url)
  await page.evaluate(() => localStorage.setItem('language', 'en'))
  await page.goto(`${url}/${group}`)
  await watched.settled()
  return page
}

/** What the parts say. */
export const say = (key: string, facts?: Record<string, string | number>): string => wordsOf('en', key, facts)

/** The part or state whose heading holds this. */
export const specimen = (page: Page, title: string): Locator =>
  page.locator('.specimen').filter({ has: page.getByRole('heading', { name: title }) })
