/// <reference lib="dom" />
// A stand-in for Telegram's login widget, which tests cannot reach. Written from core.telegram.org/widgets/login: a script that puts a frame
// with a button in its place; the button opens a window in which the user confirms; with `data-auth-url` the browser then goes to that
// address with the user's fields and their signature in the query.
import type { BrowserContext } from 'playwright-core'
import { telegramHash } from '../../server/src/domain/identity/telegram.ts'
import { BOT_TOKEN } from '../../server/src/testing/fake-sign-in/sign-in-world.ts'

export interface TelegramPerson {
  readonly id: string
  readonly first_name: string
  readonly username?: string
}

export interface FakeTelegram {
  /** Who is logged in at Telegram; undefined: nobody, and the window only says no. */
  person: TelegramPerson | undefined
}

const FRAME = 'https://oauth.telegram.org'

/** What the script does in the page. */
const widget = `(() => {
  const script = document.currentScript
  const { telegramLogin, authUrl, size } = script.dataset
  const frame = document.createElement('iframe')
  frame.id = 'telegram-login-' + telegramLogin
  frame.src = '${FRAME}/embed/' + telegramLogin + '?' + new URLSearchParams({ origin: location.origin, size, auth_url: authUrl })
  frame.width = 186
  frame.height = 40
  frame.style.border = 'none'
  script.replaceWith(frame)
})()`

/** The frame: a button that opens the window, and goes to the page's address when the window has answered. */
const button = `<!doctype html><title>Telegram</title><body style="margin:0">
<button style="height:40px;width:186px">Log in with Telegram</button>
<script>
  document.querySelector('button').onclick = () => window.open('${FRAME}/auth', 'auth', 'width=550,height=450')
  addEventListener('message', ({ origin, data }) => {
    if (origin !== location.origin) return
    const address = new URL(new URL(location.href).searchParams.get('auth_url'))
    for (const [name, value] of Object.entries(data)) address.searchParams.set(name, value)
    top.location.href = address.href
  })
</script>`

/** The window: who is logged in confirms, and it answers the frame that opened it. */
function confirmation(fields: object | undefined): string {
  if (!fields) return '<!doctype html><title>Telegram</title>Log in at Telegram first'
  return `<!doctype html><title>Telegram</title><button>Accept</button>
<script>
  document.querySelector('button').onclick = () => {
    opener.postMessage(${JSON.stringify(fields)}, location.origin)
    close()
  }
</script>`
}

/** Answers what pages of this browser ask of Telegram. */
export async function answerForTelegram(context: BrowserContext, telegram: FakeTelegram): Promise<void> {
  await context.route('https://telegram.org/js/telegram-widget.js?*', (route) =>
    route.fulfill({ contentType: 'application/javascript', body: widget }),
  )
  await context.route(`${FRAME}/embed/*`, (route) => route.fulfill({ contentType: 'text/html', body: button }))
  await context.route(`${FRAME}/auth`, (route) => route.fulfill({ contentType: 'text/html', body: confirmation(signed(telegram)) }))
}

/** What Telegram says of somebody, signed with the bot's token now. */
function signed({ person }: FakeTelegram): object | undefined {
  if (!person) return undefined
  const fields = { ...person, auth_date: String(Math.floor(Date.now() / 1000)) }
  return { ...fields, hash: telegramHash(fields, BOT_TOKEN) }
}
