// A stage for the flows: a server with people and channels, a browser, and pages that speak to it in the words of the screens.
import type { UsageOverview } from '@waystation/contract/calls/data'
import type { BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { enter, newContext, openBrowser, type Size, sharedBrowser, type Watch, watch } from './browser.ts'
import { type Facts, fillServer, type Member } from './filling.ts'
import { type ConsoleServer, type ConsoleServerOptions, openConsoleServer } from './server.ts'
import { type Language, wordsOf } from './words.ts'

export interface OpenOptions {
  /** The desk, if nothing else is said. */
  readonly size?: Size
  /** English, if nothing else is said. */
  readonly language?: Language
  /** It stays open for the tests that follow, until the scene is closed. */
  readonly stays?: boolean
  /** Its time is moved on by `page.clock`. */
  readonly hasClock?: boolean
  /** The zone of the browser's own clock; the site's, if nothing else is said. */
  readonly zone?: string
}

export interface SceneOptions extends Pick<ConsoleServerOptions, 'isAtLocalhost' | 'sites' | 'stripeApi'> {
  /** Going back shows a page as it was left, as in people's browsers. */
  readonly keepsPages?: boolean | undefined
  /** Pages may listen, and hear a beep every so often. */
  readonly hasMicrophone?: boolean | undefined
}

export type Scene = Awaited<ReturnType<typeof sceneOn>>

export async function openScene({ keepsPages, hasMicrophone, ...options }: SceneOptions = {}) {
  const server = await openConsoleServer(options)
  return sceneOn(server, await fillServer(server, { isLivedIn: false }), { keepsPages, hasMicrophone })
}

/** A stage on a server that is filled. Closing it closes the server too. */
export async function sceneOn(
  server: ConsoleServer,
  facts: Facts,
  { keepsPages = false, hasMicrophone = false }: Pick<SceneOptions, 'keepsPages' | 'hasMicrophone'> = {},
) {
  const root = facts.members.root.client
  const isOwn = keepsPages || hasMicrophone
  const browser = await (isOwn ? openBrowser({ keepsPages, hasMicrophone }) : sharedBrowser())
  const contexts: BrowserContext[] = []
  return {
    url: server.url,
    /** The file of the embedded database, for commands that run beside the server. */
    databasePath: server.databasePath,
    facts,
    /** The super admin. */
    root,
    /** Adds a channel of the fake provider, with these fields besides; answers with its id. */
    async addChannel(fields: object) {
      const draft = { type: 8, base_url: facts.provider.url, models: 'gpt-5-mini', key: 'key-aaaa', ...fields }
      return (await root.call<{ id: number }>('POST', '/api/channel/', draft)).id
    },
    /** Asks a model through the gateway, and waits for the end of its answer. @param key a member's, or another token's @returns the status */
    async callModel(key: string, model: string, words: string) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ model, messages: [{ role: 'user', content: words }] })
      const response = await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', headers, body })
      await response.arrayBuffer()
      return response.status
    },
    /** Everybody's calls, as the dashboard counts them: the sums have a call within a second. */
    callsInSums: async () => (await root.call<UsageOverview>('GET', '/api/data/overview')).totals.calls,
    /** A browser of its own for somebody, on its first page. It is closed when the test that opens it ends. */
    async open(who: Member | 'visitor', path: string, options: OpenOptions = {}) {
      const { size = '1440x900', language = 'en', stays = false, hasClock = false, zone } = options
      const context = await newContext(browser, size, zone)
      contexts.push(context)
      const page = await context.newPage()
      page.setDefaultTimeout(30_000)
      const watched = watch(page)
      onTestFinished(async ({ task }) => {
        if (stays) return
        if (task.result?.state === 'fail') console.error(`${who}, ${size}, ${language}: ${await watched.tell()}`)
        await context.close()
      })
      if (hasClock) await page.clock.install()
      await page.goto(`${server.url}/api/status`)
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
      if (who !== 'visitor') await enter(page, server.url, facts.members[who])
      await page.goto(server.url + path)
      await watched.settled()
      return screenOf(page, context, watched, language)
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()))
      if (isOwn) await browser.close()
      await facts.close()
      await server.close()
    },
  }
}

export type Screen = ReturnType<typeof screenOf>
type WordFacts = Readonly<Record<string, string | number>>

/** A page, with short ways to what is on it. */
function screenOf(page: Page, context: BrowserContext, watched: Watch, language: Language) {
  /** The words of a key in the screen's language. */
  const say = (key: string, facts?: WordFacts) => wordsOf(language, key, facts)
  return {
    page,
    context,
    watched,
    say,
    button: (key: string, facts?: WordFacts) => page.getByRole('button', { name: say(key, facts), exact: true }),
    field: (key: string) => page.getByLabel(say(key), { exact: true }),
    /** Waits until this is to be read somewhere. */
    sees: (text: string | RegExp) => page.getByText(text).first().waitFor(),
    /** The row of a table with this text in it. */
    row: (text: string | RegExp) => page.getByRole('row').filter({ hasText: text }),
    /** Does something to a row of a table: by its button, or by the menu behind "more". */
    async act(text: string, key: string) {
      const row = page.getByRole('row').filter({ hasText: text })
      await row.waitFor()
      const direct = row.getByRole('button', { name: say(key), exact: true })
      if (await direct.isVisible()) return direct.click()
      await row.getByRole('button', { name: say('action.more') }).click()
      await page.getByRole('menuitem', { name: say(key) }).click()
    },
    dialog: () => page.getByRole('dialog'),
    /** The part of the address behind the origin. */
    address: () => page.url().replace(/^https?:\/\/[^/]+/, ''),
  }
}
