/// <reference lib="dom" />
// The looks of the matrix find what they are for, on pages that are made to have it.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newContext, sharedBrowser } from './browser.ts'
import { jumpFaults } from './jumps.ts'
import { lookScript } from './look-in-page.ts'

async function open(body: string): Promise<Page> {
  const context = await newContext(await sharedBrowser(), '1440x900')
  const page = await context.newPage()
  await page.setContent(`<main>${body}</main>`)
  await painted(page)
  return page
}

/** The next picture but one: what was changed before it has been drawn, and counted. */
const painted = (page: Page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

test('what is moved by something that comes later is found, with its way', async () => {
  const page = await open('<p class="stays" style="height:400px">Here from the start</p>')
  expect(await jumpFaults(page)).toEqual([])
  // Browsers do not count what moves in the half second after a window got its size, so it moves until it counts.
  const move = () =>
    page.evaluate(() => {
      const late = document.createElement('div')
      late.style.height = '100px'
      document.querySelector('main')?.prepend(late)
    })
  await expect
    .poll(async () => {
      await move()
      await painted(page)
      return jumpFaults(page)
    })
    .toEqual([expect.stringMatching(/^jumps by \d\.\d{3}: p\.stays from \d+,\d+ to \d+,\d+$/)])
  await page.context().close()
})

const facts = { isPhone: false, isHan: false, data: [], otherWords: ['no such words'], keyRoots: ['none'] }

test('a choice whose words end in dots is found, and a name is not', async () => {
  const dots = 'width: 60px; white-space: nowrap; text-overflow: ellipsis; overflow: hidden'
  const page = await open(
    `<div class="ant-segmented-item-label" style="${dots}">Coding agents</div>
    <div class="ant-segmented-item-label" style="${dots}">Apps</div>
    <p style="${dots}" title="A name of forty letters and some more">A name of forty letters and some more</p>`,
  )
  const faults = await page.evaluate<string[]>(lookScript(facts))
  expect(faults.filter((fault) => fault.startsWith('cut off'))).toEqual([
    expect.stringContaining('<div class="ant-segmented-item-label"> "Coding agents" needs'),
  ])
  await page.context().close()
})

test('a title below a button is found', async () => {
  const head = (width: number) => `<header class="page-head" style="display: flex; width: ${width}px"><div style="flex: 1; min-width: 0">
    <h1 style="margin: 0">Redemptions</h1></div><div class="page-actions"><button style="width: 200px">New code</button></div></header>`
  const faultsAt = async (width: number) => {
    const page = await open(head(width))
    const faults = await page.evaluate<string[]>(lookScript(facts))
    await page.context().close()
    return faults.filter((fault) => fault.startsWith('on top of the title'))
  }
  expect(await faultsAt(280)).toEqual(['on top of the title: <button class=""> "New code"'])
  expect(await faultsAt(800)).toEqual([])
})

test('a figure that ends in dots is found, and not what is whole, has a tooltip or can be scrolled to', async () => {
  const box = (style: string, content: string) =>
    `<div style="width: 60px; white-space: nowrap; text-overflow: ellipsis; overflow: ${style}">${content}</div>`
  const page = await open(
    [
      box('hidden', '<span class="number">$1,234,567.89</span>'),
      box('hidden', '<span class="number">$1.20</span>'),
      box('hidden', '<span class="mono" title="gpt-5.1-codex-max">gpt-5.1-codex-max</span>'),
      box('auto', '<span class="number">$7,654,321.98</span>'),
    ].join(''),
  )
  const faults = await page.evaluate<string[]>(lookScript(facts))
  expect(faults.filter((fault) => fault.startsWith('cut figure'))).toEqual(['cut figure: <span class="number"> "$1,234,567.89"'])
  await page.context().close()
})
