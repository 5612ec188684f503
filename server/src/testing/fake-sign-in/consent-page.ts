// The page on which a site asks whoever is logged in there: a browser is sent to it, and goes back with a code or with a refusal.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { CLIENT } from './fake-site.ts'

export interface Consent<Person> {
  /** As people call the site. */
  readonly site: string
  readonly path: string
  /** Who is logged in there, in whatever browser; a test adds them. */
  readonly people: readonly Person[]
  readonly nameOf: (person: Person) => string
  /** What the site sends the browser back with when this person agrees to what the address asks for. */
  readonly approve: (address: string, person: Person) => Readonly<Record<string, string>>
  /** What it adds to a refusal. */
  readonly refuse?: () => Readonly<Record<string, string>>
}

/** Of the link that says no. */
const CANCEL = 'cancel'

/** Serves the page: a link for each person that may agree, and one that refuses. */
export function mountConsent<Person>(app: FastifyInstance, consent: Consent<Person>): void {
  app.get(consent.path, (request, reply) => {
    const address = new URL(request.url, 'http://site.test')
    const query = address.searchParams
    const redirectUri = query.get('redirect_uri') ?? ''
    // A site shows its own error for a client or an address that it does not know, and sends nobody back.
    if (query.get('client_id') !== CLIENT || !URL.canParse(redirectUri))
      return page(reply.code(400), `${consent.site}: unknown application`)
    const choice = query.get('choice')
    if (choice === null) return page(reply, `Log in with ${consent.site}`, linksOf(consent, address))
    const person = consent.people[Number(choice)]
    const answer =
      choice === CANCEL || person === undefined
        ? { error: 'access_denied', state: query.get('state') ?? '', ...consent.refuse?.() }
        : consent.approve(address.href, person)
    const back = new URL(redirectUri)
    for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value)
    return reply.redirect(back.href)
  })
}

function linksOf<Person>({ people, nameOf }: Consent<Person>, address: URL): string {
  const to = (choice: string) => {
    const search = new URLSearchParams(address.search)
    search.set('choice', choice)
    return escaped(`?${search}`)
  }
  const names = people.map((person, index) => `<p><a href="${to(String(index))}">Continue as ${escaped(nameOf(person))}</a></p>`)
  return [...names, `<p><a href="${to(CANCEL)}">Cancel</a></p>`].join('')
}

function page(reply: FastifyReply, title: string, body = ''): FastifyReply {
  reply.type('text/html; charset=utf-8')
  return reply.send(`<!doctype html><html lang="en"><title>${escaped(title)}</title><h1>${escaped(title)}</h1>${body}</html>`)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
