/// <reference lib="dom" />
// What people do on their way in and out, as steps that flows are made of.
import type { Screen } from './scene.ts'

/** Presses the button of another site below a login or registration form. @param site as the button names it */
export const goToSite = ({ page, say }: Screen, site: string) =>
  page.getByRole('button', { name: `${say('auth.with')} ${site}`, exact: true }).click()

/** On the other site's page: this person of its `people` agrees. */
export const agreeAs = ({ page }: Screen, person: string) => page.getByRole('link', { name: `Continue as ${person}`, exact: true }).click()

/** On the other site's page: whoever sits there does not agree. */
export const cancelAtSite = ({ page }: Screen) => page.getByRole('link', { name: 'Cancel', exact: true }).click()

/** Links another site's account on one's own page, or begins to. */
export const linkSite = ({ page, say }: Screen, site: string) =>
  page.getByRole('button', { name: `${site} ${say('me.link')}`, exact: true }).click()

export async function unlinkSite({ page, say, sees, dialog }: Screen, site: string): Promise<void> {
  await page.getByRole('button', { name: `${site} ${say('me.unlink')}`, exact: true }).click()
  await sees(say('me.unlinkTitle', { provider: site }))
  await dialog()
    .getByRole('button', { name: say('me.unlink'), exact: true })
    .click()
  await sees(say('me.unlinked'))
  await page.getByRole('button', { name: `${site} ${say('me.link')}`, exact: true }).waitFor()
}

/** Waits until the page at this path is open, whatever stands behind a question mark. */
export const isAt = ({ page }: Screen, path: string) => page.waitForURL(({ pathname }) => pathname === path)

export async function logOut(screen: Screen): Promise<void> {
  const { page, say } = screen
  await page.getByRole('button', { name: say('shell.userMenu') }).click()
  await page.getByRole('menuitem', { name: say('shell.logOut') }).click()
  await isAt(screen, '/login')
  await screen.sees(say('shell.loggedOut'))
}

/** Logs in with a password, on the login page. */
export async function logInWith({ page, field, button }: Screen, username: string, password: string): Promise<void> {
  await field('auth.username').fill(username)
  await field('auth.password').fill(password)
  await button('auth.submit').click()
  await page.waitForURL(({ pathname }) => pathname.startsWith('/app/'))
}

/** Who this browser is logged in as; 0: nobody. */
export const userOf = ({ page }: Screen) => page.evaluate(() => Number(/"id":(\d+)/.exec(localStorage.getItem('user') ?? '')?.[1] ?? 0))

/** The status of a call by this browser's session. @param id whose session it is */
export const sessionStatus = ({ page }: Screen, id: number): Promise<number> =>
  page.evaluate(async (user) => (await fetch('/api/user/self', { headers: { 'waystation-user': String(user) } })).status, id)
