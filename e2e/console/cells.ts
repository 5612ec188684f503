// The matrix: every place × everybody × both languages × both themes × desk and phone, walked in one browser by a few pages at a time.
import type { Browser, Page } from 'playwright-core'
import { enter, newContext, nextAddress, type Size, type Watch, watch } from './browser.ts'
import type { Facts } from './filling.ts'
import { jumpFaults } from './jumps.ts'
import { lookOver } from './look-over.ts'
import { type Place, places, type Visitor, visitors } from './places.ts'
import { type Language, wordsOf } from './words.ts'

export interface Cell {
  readonly place: Place
  readonly visitor: Visitor
  readonly language: Language
  readonly theme: 'light' | 'dark'
  readonly size: Size
}

export interface Servers {
  readonly filled: { readonly url: string; readonly facts: Facts; readonly texts?: readonly string[] }
  /** A server that nobody has set up, for cells there. */
  readonly fresh?: { readonly url: string }
  /** The kit's parts, without a server, for cells there. */
  readonly gallery?: { readonly url: string }
}

const PAGES_AT_ONCE = 3
const languages: readonly Language[] = ['zh', 'en']
const themes = ['light', 'dark'] as const
const sizes: readonly Size[] = ['1440x900', '390x844']

export const nameOf = ({ place, visitor, theme, language, size }: Cell) => `${place.name}-${visitor}-${theme}-${language}-${size}`

/** axe judges structure and contrast; two of the four combinations show it each theme and each language, in half the time. */
export const hasAxe = ({ theme, language }: Cell): boolean => (theme === 'light') === (language === 'zh')

/** @param only names of places, or parts of cells' names; empty: all of them */
export function allCells(only: readonly string[] = [], sizesWanted: readonly Size[] = sizes): Cell[] {
  const cells = visitors.flatMap((visitor) =>
    sizesWanted.flatMap((size) =>
      places.flatMap((place) => themes.flatMap((theme) => languages.map((language): Cell => ({ place, visitor, language, theme, size })))),
    ),
  )
  // Nobody has an account yet where nothing is set up.
  return cells
    .filter(({ place, visitor }) => (place.isFresh || place.isGallery ? visitor === 'visitor' : (place.only?.includes(visitor) ?? true)))
    .filter((cell) => only.length === 0 || only.some((part) => nameOf(cell).includes(part)))
}

/** Is told each cell with its faults while the page still stands: for pictures. */
type Seen = (cell: Cell, faults: readonly string[], page: Page) => Promise<void>

/** The cells of one person at one size: its cache and its session serve them all. */
export interface Lot {
  readonly name: string
  readonly cells: readonly Cell[]
}

/** The longest first, so that those that are walked at the same time end together. */
export function lotsOf(cells: readonly Cell[]): readonly Lot[] {
  const lots = Map.groupBy(cells, ({ visitor, size, place }) => `${visitor}, ${size}, ${houseOf(place)} server`)
  return [...lots].map(([name, own]) => ({ name, cells: own })).toSorted((a, b) => b.cells.length - a.cells.length)
}

/** Opens every cell and says what is wrong with it. */
export async function walkCells(browser: Browser, servers: Servers, cells: readonly Cell[], seen: Seen): Promise<void> {
  const next = lotsOf(cells)[Symbol.iterator]()
  const worker = async () => {
    for (const lot of next) await walkLot(browser, servers, lot.cells, seen)
  }
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, worker))
}

const houseOf = (place: Place) => (place.isGallery ? 'gallery' : place.isFresh ? 'fresh' : 'filled')

/** A page that has opened hundreds of addresses holds over a gigabyte, and slows down. */
const CELLS_PER_PAGE = 40

/** The same for one lot. */
export async function walkLot(browser: Browser, servers: Servers, lot: readonly Cell[], seen: Seen): Promise<void> {
  const [first] = lot
  if (!first) return
  const url = servers[houseOf(first.place)]?.url
  if (url === undefined) throw new Error(`there is no server for ${nameOf(first)}`)
  const context = await newContext(browser, first.size)
  try {
    const entering = await context.newPage()
    await entering.goto(`${url}/api/status`)
    if (first.visitor !== 'visitor') await enter(entering, url, servers.filled.facts.members[first.visitor])
    await entering.close()
    for (let from = 0; from < lot.length; from += CELLS_PER_PAGE) {
      const page = await context.newPage()
      const watched = watch(page)
      await page.goto(`${url}/api/status`)
      for (const cell of lot.slice(from, from + CELLS_PER_PAGE)) {
        await context.setExtraHTTPHeaders({ 'x-forwarded-for': nextAddress() })
        await seen(cell, await openCell(page, watched, url, servers.filled, cell), page)
      }
      await page.close()
    }
  } finally {
    await context.close()
  }
}

async function openCell(page: Page, watched: Watch, url: string, { facts, texts = [] }: Servers['filled'], cell: Cell): Promise<string[]> {
  const { place, visitor, language, theme, size } = cell
  watched.takeTroubles()
  const path = typeof place.path === 'string' ? place.path : place.path(facts, visitor === 'visitor' ? 'root' : visitor)
  try {
    await page.evaluate(
      ([chosen, mode]) => {
        localStorage.setItem('language', chosen ?? '')
        localStorage.setItem('theme-mode', mode ?? '')
      },
      [language, theme],
    )
    await page.goto(url + path)
    await watched.settled()
    // A page of specimens shows parts that load beside each other, which no place does.
    const jumps = place.isGallery ? [] : await jumpFaults(page)
    const faults = await accessFaults(page, cell, path)
    if (faults.length === 0 && place.open && isLetIn(cell)) {
      await place.open(page, language)
      await watched.settled()
    }
    // Where one is led elsewhere, that page has cells of its own.
    const isElsewhere = new URL(page.url()).pathname !== new URL(url + path).pathname
    const looks = isElsewhere ? [] : await lookOver(page, { language, isPhone: size === '390x844', hasAxe: hasAxe(cell), texts })
    return [...(isElsewhere ? [] : jumps), ...faults, ...looks, ...watched.takeTroubles()]
  } catch (error) {
    return [error instanceof Error ? error.message : String(error), ...watched.takeTroubles()]
  }
}

function isLetIn({ place, visitor }: Cell): boolean {
  if (place.access === 'everybody') return true
  if (place.access === 'members') return visitor !== 'visitor'
  return visitor === 'admin' || visitor === 'root'
}

/** Is one where the specification's route table says? */
async function accessFaults(page: Page, cell: Cell, path: string): Promise<string[]> {
  const { place, visitor, language } = cell
  const at = new URL(page.url())
  const asked = new URL(path, at.origin)
  if (visitor === 'visitor') {
    const leadsTo = place.access === 'everybody' ? (place.leadsVisitorsTo ?? asked.pathname) : '/login'
    if (at.pathname !== leadsTo) return [`a visitor is at ${at.pathname}, not at ${leadsTo}`]
    const back = at.searchParams.get('returnTo') ?? ''
    if (place.access !== 'everybody' && new URL(back, at.origin).pathname !== asked.pathname) return [`the way back is ${back || 'lost'}`]
    return []
  }
  const leadsTo = (isLetIn(cell) ? undefined : place.leadsUsersTo) ?? place.leadsMembersTo ?? asked.pathname
  if (at.pathname !== leadsTo) return [`${visitor} is at ${at.pathname}, not at ${leadsTo}`]
  if (leadsTo !== asked.pathname && place.leadsUsersTo !== undefined) return []
  const isRefused = await page.getByText(wordsOf(language, 'error.noPermission'), { exact: true }).first().isVisible()
  if (isRefused === isLetIn(cell)) return [isRefused ? `${visitor} is refused` : `${visitor} is let in`]
  return []
}
