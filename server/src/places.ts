// Where this program lies: here, in its repository. In the package that is installed, the build puts `packed-places.ts` in its place.

/** Where compiled code is kept between starts. */
export const compileCache = new URL('../../node_modules/.cache/waystation', import.meta.url)

/** The folder of the built console, which is built first if need be; undefined where there is none. */
export async function consoleFolder(say: (text: string) => void): Promise<string | undefined> {
  const { ensureConsole } = await import('./pages/console-build.ts')
  return ensureConsole(say)
}
