// Writes the pages of docs/ that are printed from tables: `npx node tools/print-docs.ts`.
import { writeFileSync } from 'node:fs'
import { printedPages } from '../contract/src/docs.ts'

for (const [name, text] of Object.entries(printedPages())) {
  writeFileSync(new URL(`../docs/${name}`, import.meta.url), text)
  console.log(`docs/${name}`)
}
