// Builds the console ahead of time, as `npm start` does at its first run: for images and machines that must start at once.
import { ensureConsole } from '../server/src/pages/console-build.ts'

const folder = await ensureConsole((text) => console.log(text))
if (folder === undefined) {
  console.error('the console could not be built')
  process.exit(1)
}
console.log(folder)
