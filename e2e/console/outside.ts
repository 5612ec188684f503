// A scene with the world around it on this machine: a mail server, and the sites that people log in with. The server's own address is
// `localhost`, so that a browser takes those sites, at 127.0.0.1, for other ones, as it does out there.
import { vi } from 'vitest'
import { openFakeSignIn } from '../../server/src/testing/fake-sign-in/fake-sign-in.ts'
import { signInSettings } from '../../server/src/testing/fake-sign-in/sign-in-world.ts'
import { openSmtpServer } from '../../server/src/testing/network/smtp-server.ts'
import { openScene, type Scene } from './scene.ts'
import { answerForTelegram, type FakeTelegram } from './telegram.ts'

export type OutsideScene = Awaited<ReturnType<typeof openOutsideScene>>

/** Opens it with mail, registration with mailed codes, and every site. Close it at the end. */
export async function openOutsideScene() {
  const [smtp, sites] = await Promise.all([openSmtpServer(), openFakeSignIn()])
  const scene = await openScene({ isAtLocalhost: true, keepsPages: true, sites: { addresses: sites.addresses } })
  const options = {
    ...{ ServerAddress: scene.url, SMTPServer: '127.0.0.1', SMTPPort: String(smtp.port), SMTPAccount: 'post@station.test' },
    ...{ RegisterEnabled: 'true', EmailVerificationEnabled: 'true', WeChatAccountQRCodeImageURL: WECHAT_IMAGE },
    ...signInSettings(sites),
  }
  await scene.root.confirm('secret_options')
  for (const [key, value] of Object.entries(options)) await scene.root.call('PUT', '/api/option/', { key, value })
  /** Who is logged in at Telegram; what its widget says of them. */
  const telegram: FakeTelegram = { person: undefined }
  return {
    ...scene,
    ...{ smtp, sites, telegram },
    async open(...[who, path, options]: Parameters<Scene['open']>) {
      const screen = await scene.open(who, path, options)
      await answerForTelegram(screen.context, telegram)
      await screen.context.route(WECHAT_IMAGE, (route) => route.fulfill({ contentType: 'image/svg+xml', body: QR_CODE }))
      return screen
    },
    /** Waits for a mail with this in its text, among those that come by themselves, and reads it out. @throws Error when none comes */
    readMail(what: RegExp) {
      return vi.waitUntil(() => smtp.mails.map(({ text }) => what.exec(text)?.[0]).find((found) => found !== undefined), MAIL_WAIT)
    },
    async close() {
      await scene.close()
      await Promise.all([sites.close(), smtp.close()])
    },
  }
}

const MAIL_WAIT = { timeout: 20_000, interval: 20 }
const WECHAT_IMAGE = 'https://wechat.test/account.svg'
/** Not a code that a phone could read, but a picture of the size of one. */
const QR_CODE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 21 21" width="210" height="210"><rect width="21" height="21" fill="#fff"/>${Array.from(
  { length: 441 },
  (_, at) => ((at * at * 7 + at * 3) % 5 < 2 ? `<rect x="${at % 21}" y="${Math.floor(at / 21)}" width="1" height="1"/>` : ''),
).join('')}</svg>`
