// The gallery of the kit for the browser tests: built as `npm run gallery` shows it, and served as files.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { preview } from 'vite'
import { onTestFinished } from 'vitest'
import { root, runNode } from '../../tools/processes.ts'
import { newContext, type Size, sharedBrowser, watch } from './browser.ts'
import { wordsOf } from './words.ts'

let served: Promise<string> | undefined

/** The address of the gallery, which is built once for all files of a process, and served until that ends. */
export function galleryUrl(): Promise<string> {
  served ??= serveGallery()
  return served
}

async function serveGallery(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'waystation-gallery-'))
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  const configFile = join(root, 'console/gallery/vite.config.ts')
  // Apart from this process, which may be a test's: React and antd are other programs under NODE_ENV=test.
  const argv = ['node_modules/vite/bin/vite.js', 'build', '--config', configFile, '--outDir', outDir, '--logLevel', 'warn']
  if ((await runNode(argv, { NODE_ENV: 'production' })) !== 0) throw new Error('the gallery cannot be built')
  const server = await preview({ configFile, logLevel: 'warn', build: { outDir }, preview: { host: '127.0.0.1', port: 0 } })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('the gallery is not served')
  return `http://127.0.0.1:${address.port}`
}

/** A page of the gallery in English, settled. It is closed when the test that opens it ends. */
export async function openGallery(group: string, size: Size = '1440x900'): Promise<Page> {
  const url = await galleryUrl()
  const context = await newContext(await sharedBrowser(), size)
  const page = await context.newPage()
  const watched = watch(page)
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await watched.tell())
    await context.close()
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
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
