// What is done on a page before it is looked at: a drawer is opened, a row unfolded, something typed.
import type { Page } from 'playwright-core'
import { sampleErrors } from './sample-errors.ts'
import { sampleNodes } from './sample-nodes.ts'
import { type Language, wordsOf } from './words.ts'

export async function readUpstream(page: Page): Promise<void> {
  await page.locator('.upstream-tools button').first().click()
  await page.locator('.upstream-list li').first().waitFor()
}

/** Where a call would go: by its button, or on a phone by the menu. */
export const openRoute = async (page: Page, language: Language) => {
  const name = wordsOf(language, 'route.ask')
  const button = page.getByRole('button', { name, exact: true }).first()
  await page
    .getByRole('button', { name: wordsOf(language, 'action.more') })
    .first()
    .waitFor()
  if (await button.isVisible()) return button.click()
  await page
    .getByRole('button', { name: wordsOf(language, 'action.more') })
    .first()
    .click()
  await page.getByRole('menuitem', { name }).click()
}

/** With the outcome of a test call. */
export const testConnection = async (page: Page, language: Language) => {
  await page.getByRole('button', { name: wordsOf(language, 'connect.test'), exact: true }).click()
  await page.locator('.connect-outcome').waitFor()
}

export const expandRow = async (page: Page, language: Language) => {
  const names = ['action.expand', 'table.details'].map((key) => wordsOf(language, key))
  await page
    .getByRole('button', { name: new RegExp(`^(${names.join('|')})$`) })
    .first()
    .click()
}

/** The third row has a result. */
export const expandDone = async (page: Page, language: Language) => {
  const names = ['action.expand', 'table.details'].map((key) => wordsOf(language, key))
  await page
    .getByRole('button', { name: new RegExp(`^(${names.join('|')})$`) })
    .nth(2)
    .click()
}

export async function openQuota(page: Page, language: Language): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: wordsOf(language, 'user.adjust'), exact: true })
    .click()
  await page.getByLabel(wordsOf(language, 'kit.quota.amount'), { exact: true }).fill('5')
}

export async function uploadBill(page: Page, language: Language): Promise<void> {
  await press('books.bill.upload')(page, language)
  await page.getByRole('combobox', { name: wordsOf(language, 'books.bill.channel') }).click()
  await page.locator('.ant-select-item-option').first().click()
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
  const text = `date,model,amount\n${day},gpt-5-mini,1.25\n${day},qwen3-omni-flash,0.40\n`
  await page.locator('input[type=file]').setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('region', { name: wordsOf(language, 'books.bill.preview') }).waitFor()
}

/** Answers in the place of the server, which is alone on its database; only here, since the page goes on to other places. */
export async function showNodes(page: Page, language: Language): Promise<void> {
  const data = sampleNodes(Math.floor(Date.now() / 1000))
  await page.route('**/api/node/', (route) =>
    page.url().includes('card=info') ? route.fulfill({ json: { success: true, message: '', data } }) : route.fallback(),
  )
  await page.reload()
  await page.getByRole('switch', { name: wordsOf(language, 'settings.nodes.gone', { amount: 2 }) }).click()
}

/** The same for unexpected errors, of which a server that works has none; the first two are unfolded. */
export async function showErrors(page: Page): Promise<void> {
  const data = sampleErrors(Math.floor(Date.now() / 1000))
  await page.route('**/api/server-error/?**', (route) =>
    page.url().includes('card=info') ? route.fulfill({ json: { success: true, message: '', data } }) : route.fallback(),
  )
  await page.reload()
  for (const at of [0, 1]) await page.locator('.errors-list summary').nth(at).click()
  await page.locator('.errors').scrollIntoViewIfNeeded()
}

/** Two prices are changed and not saved: the bar at the foot stands. */
export async function changePrices(page: Page, language: Language): Promise<void> {
  const table = page.getByRole('table', { name: wordsOf(language, 'price.title') })
  const cells = table.getByRole('textbox', { disabled: false })
  await cells.nth(0).fill('3.1')
  await cells.nth(1).fill('12')
  await cells.nth(2).focus()
  await page.getByRole('region', { name: wordsOf(language, 'price.saveBar') }).waitFor()
  // At the end of the page the bar floats over nothing.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
}

export async function unfoldRatios(page: Page): Promise<void> {
  await page.locator('[data-setting=ModelRatio] > summary').click()
}

/** Opens a dialog by its button, which has one of these words. */
export function press(...keys: readonly string[]): (page: Page, language: Language) => Promise<void> {
  return async (page, language) => {
    await page
      .getByRole('button', { name: new RegExp(`^(${keys.map((key) => wordsOf(language, key)).join('|')})$`) })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
  }
}

/** Answers the next call in the server's place: what it would change is not what is looked at. */
async function answer(page: Page, path: string, body: { readonly data?: unknown; readonly code?: string }): Promise<void> {
  const json = { success: body.code === undefined, message: '', ...body }
  await page.route(`**/api/user/${path}`, (route) => route.fulfill({ json }), { times: 1 })
}

export async function openSecondStep(page: Page, language: Language): Promise<void> {
  await answer(page, 'login', { code: 'second_factor_needed' })
  await page.getByLabel(wordsOf(language, 'auth.username'), { exact: true }).fill('lin')
  await page.getByLabel(wordsOf(language, 'auth.password'), { exact: true }).fill('correct horse 9')
  await page.getByRole('button', { name: wordsOf(language, 'auth.submit'), exact: true }).click()
  await page.getByRole('heading', { name: wordsOf(language, 'factor.step.title') }).waitFor()
  await page.keyboard.type('8319')
}

export async function openRecoveryCode(page: Page, language: Language): Promise<void> {
  await openSecondStep(page, language)
  await page.getByRole('button', { name: wordsOf(language, 'factor.step.useRecovery') }).click()
}

export async function openConfirmation(page: Page, language: Language): Promise<void> {
  await answer(page, 'factors/totp', { code: 'confirmation_needed' })
  await answer(page, 'confirm/options', { data: { password: true, totp: false, passkey: null } })
  await press('factor.totp.setUp')(page, language)
}

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

export async function openTotp(page: Page, language: Language): Promise<void> {
  await answer(page, 'factors/totp', { data: { secret: SECRET, uri: `otpauth://totp/Waystation:lin?secret=${SECRET}&issuer=Waystation` } })
  await press('factor.totp.setUp')(page, language)
}

export async function openRecoveryCodes(page: Page, language: Language): Promise<void> {
  await openTotp(page, language)
  await answer(page, 'factors/totp', { data: [...'abcdefghij'].map((letter) => `${letter}2kq7-w5${letter}ma`) })
  await page.keyboard.type('831942')
  await page.getByRole('list', { name: wordsOf(language, 'factor.recovery.list') }).waitFor()
}

/** The window as high as the page, so that all of it is judged: it is a sheet of samples and nobody works in it. */
export async function unfold(page: Page): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  await page.setViewportSize({ width, height: 844 })
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height })
}

export async function fillAccount(page: Page, language: Language): Promise<void> {
  await page.getByLabel(wordsOf(language, 'setup.username'), { exact: true }).fill('keeper')
  await page.getByLabel(wordsOf(language, 'setup.password'), { exact: true }).fill('correct horse 9')
  await page.getByLabel(wordsOf(language, 'setup.confirmPassword'), { exact: true }).fill('correct horse 9')
  await page.getByRole('button', { name: wordsOf(language, 'action.next') }).click()
}

export async function openPalette(page: Page, language: Language): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: wordsOf(language, 'palette.title') }).waitFor()
}

const PRICES = '## Night prices\nAs of **March 20**, calls cost × 0.8.\n\n| Which model | After dark |\n|---|--:|\n| qwen3-max | $0.96 |'

export async function writeMessage(page: Page, language: Language): Promise<void> {
  await page.getByLabel(wordsOf(language, 'message.name'), { exact: true }).fill('Night prices')
  await page.getByLabel(wordsOf(language, 'message.content'), { exact: true }).fill(PRICES)
  await page.getByRole('checkbox').nth(1).check()
}

/** The vendor says again what it is asked, so this is also the answer. */
const MARKDOWN =
  'a **list** and some code\n\n- one\n- two\n\n```js\nconst answer = await fetch(url)\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |'

export async function talk(page: Page, language: Language): Promise<void> {
  await page.getByLabel(wordsOf(language, 'playground.placeholder'), { exact: true }).fill(MARKDOWN)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: wordsOf(language, 'playground.copyAnswer') }).waitFor()
}
