// `npm run budgets`: what the console weighs and how quickly it answers, on the production build in real Chromium, against the budgets of
// design/console.md. Sizes are exact; a timing fails only when even its best run is over.
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { openBrowser } from '../e2e/console/browser.ts'
import { fillServer } from '../e2e/console/filling.ts'
import { openConsoleServer } from '../e2e/console/server.ts'
import { type BudgetLine, measureSizes } from './budget-sizes.ts'
import { measureReady, measureTyping } from './budget-timings.ts'

const { values } = parseArgs({ options: { sizes: { type: 'boolean', default: false } } })
const server = await openConsoleServer()
const facts = await fillServer(server)
const browser = await openBrowser()
const lines: BudgetLine[] = await measureSizes(browser, server, facts)
if (!values.sizes) {
  lines.push(...(await measureTyping(browser, server, facts)))
  const busy = [0, 1].map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  try {
    lines.push(await measureReady(browser, server, facts))
  } finally {
    for (const worker of busy) worker.kill('SIGKILL')
  }
}
await browser.close()
await facts.close()
await server.close()

const width = Math.max(...lines.map(({ what }) => what.length))
for (const { what, figure, budget, unit, isBroken, note } of lines) {
  const figures = `${figure.toFixed(unit === 'KB' ? 1 : 0).padStart(7)} / ${String(budget).padStart(4)} ${unit}`
  console.log(`${isBroken ? 'OVER' : '  ok'}  ${what.padEnd(width)}  ${figures}${note ? `   ${note}` : ''}`)
}
const broken = lines.filter(({ isBroken }) => isBroken)
console.log(broken.length === 0 ? '\nEvery budget is kept.' : `\n${broken.length} of ${lines.length} budgets are broken.`)
process.exit(broken.length === 0 ? 0 : 1)
