// The hands of somebody at a screen: what they do is done with the real mouse and the real keys, and counted.
import type { Locator, Page } from 'playwright-core'

/** How far down a list one goes for a value. */
const MAX_STEPS = 20

export class Hands {
  clicks = 0
  fields = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** One press of the mouse. */
  async click(target: Locator): Promise<void> {
    await target.click()
    this.clicks += 1
  }

  /** One field that is filled, with the press that it takes to be in it. */
  async fill(field: Locator, text: string): Promise<void> {
    await field.click()
    await this.#page.keyboard.press('ControlOrMeta+a')
    await this.#page.keyboard.type(text)
    this.fields += 1
  }

  /** One field of several values: each is typed, and taken by Enter from the list that opens. */
  async fillMany(field: Locator, texts: readonly string[]): Promise<void> {
    await field.click()
    for (const text of texts) {
      await this.#page.keyboard.type(text)
      await this.#page.getByTitle(text, { exact: true }).last().waitFor()
      const isOn = () => this.#page.locator(`.ant-select-item-option-active[title="${text}"]`).isVisible()
      for (let step = 0; step < MAX_STEPS && !(await isOn()); step++) await this.#page.keyboard.press('ArrowDown')
      await this.#page.keyboard.press('Enter')
    }
    await this.#page.keyboard.press('Tab')
    this.fields += 1
  }

  /** One shortcut, which counts as a press of the mouse does. */
  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key)
    this.clicks += 1
  }
}
