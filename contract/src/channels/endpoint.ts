// One description of every console call: the server mounts it, the console calls it, OpenAPI prints it. Nothing that is not declared
// here can be reached (control 20 of reliability.md 6.2).
import type { z } from 'zod'
import type { TokenScope } from '../people/access-token.ts'
import type { AuditAction } from '../people/audit.ts'
import type { ConfirmPurpose } from '../people/second-factor.ts'

/** The role that a caller needs. `setup` means only while no super admin exists. */
export type Access = 'public' | 'setup' | 'user' | 'admin' | 'root'
/**
 * Which counter of the limits the call counts on (decisions D32 and D63). `critical`: one of its address, for signing in, registering, mails and
 * other sites. `login`: the same, which a success does not use up, so that people behind one address keep nobody out. `user`: one of the
 * caller. `poll`: its own of the address, because every open tab asks it again and again.
 */
export type RateClass = 'console' | 'critical' | 'login' | 'user' | 'poll'

export interface EndpointSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `{name}` for parameters; a trailing slash is accepted with and without. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** Whose rows: `own` rows are looked up with the caller's id, so another's id does not exist for them. */
  readonly owner?: 'own' | 'any'
  readonly rate?: RateClass
  /**
   * Cross-site check (user-id header, Origin). On by default for everything but public reads. `state`: a browser may come here from a page
   * of another site, with a single-use state of this browser or session that the handler demands instead. `signed`: another server calls,
   * whose signature the handler verifies.
   */
  readonly csrf?: boolean | 'state' | 'signed'
  /**
   * Browsers are sent here from another site, and what they show next is this page of the console, after a failure too. Its query then
   * has the code of the error as `link_error`. Programs, which ask for no HTML, get the envelope.
   */
  readonly page?: string
  /** May pages of any origin read the answer? Only where a key is shown with the call, and no cookie counts (server-behaviour 1.6). */
  readonly cors?: boolean
  /** Does it spend the caller's quota? */
  readonly billed?: boolean
  /** Does it write one audit row, and under which action? */
  readonly audit?: AuditAction
  /**
   * Does it change something or spend money? Demo mode refuses it to everyone but the super admin. By default everything that
   * is not a GET does. A GET with an audit row must say which it is: the family has GETs that write.
   */
  readonly writes?: boolean
  /**
   * What the caller must have confirmed (`api/people/second-factor.ts`, `confirm`) before the call does anything; else it answers
   * `confirmation_needed`. An access token confirms nothing, so such calls are closed to it.
   */
  readonly confirms?: ConfirmPurpose
  /** Only in this case must it be confirmed, in words: the handler sees to it. Absent: always, before the handler runs. */
  readonly confirmsWhen?: string
  /**
   * What the access token of a program must be allowed; of several, one is enough to reach the handler, which chooses. Absent: `read` where the
   * call changes nothing, else `use`; what only admins change must name it. Public calls need none.
   */
  readonly scope?: TokenScope | readonly TokenScope[]
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** What the body is instead where this query parameter is present. */
  readonly bodyWhen?: Readonly<Record<string, z.ZodType>>
  readonly data: z.ZodType
  /** How the body comes, if it is no JSON: the fields of a form, or the text as it is, which signatures are made over. */
  readonly bodyAs?: 'form' | 'text'
  /** Bytes that the body may have, where that is more than others have (server/src/api/hooks/body.ts). Absent: as all. */
  readonly bodyBytes?: number
  /** The answer is a plain text instead of an envelope. */
  readonly isText?: boolean
  /** The answer is a file of this type instead of an envelope. */
  readonly file?: string
  /** Clients of this family show `data`, not `message`, when the call fails (server-behaviour 1.1): the words are told in both. */
  readonly failsInData?: boolean
  /** Keys next to `data` at the top of the envelope, such as `time` of a channel test. */
  readonly extra?: z.ZodObject
}

export type Endpoint<Spec extends EndpointSpec = EndpointSpec> = Spec

/** Does this call change something? See `EndpointSpec.writes`. */
export function isWrite(spec: EndpointSpec): boolean {
  return spec.writes ?? spec.method !== 'GET'
}

/** The scopes of which an access token needs one for this call; none: it needs none. */
export function scopesOf(spec: EndpointSpec): readonly TokenScope[] {
  if (spec.access === 'public' || spec.access === 'setup') return []
  return [spec.scope ?? (isWrite(spec) ? 'use' : 'read')].flat()
}

/** How the body of a call with this query is read; undefined where no body is. */
export function bodySchema(spec: EndpointSpec, query: Readonly<Record<string, unknown>>): z.ZodType | undefined {
  const named = Object.keys(spec.bodyWhen ?? {}).find((name) => query[name] !== undefined)
  return named === undefined ? spec.body : spec.bodyWhen?.[named]
}

/**
 * Declares a console call. Fails at import when the path names a parameter that has no schema, when an audited GET does not say whether it
 * writes, when a call without a user counts by user, or when a GET that writes is left without the cross-site check.
 */
export function endpoint<const Spec extends EndpointSpec>(spec: Spec): Spec {
  const named = [...spec.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const typed = Object.keys(spec.params?.shape ?? {})
  if (named.toSorted().join() !== typed.toSorted().join())
    throw new Error(`${spec.method} ${spec.path}: parameters ${named} are typed as ${typed}`)
  if (spec.method === 'GET' && spec.audit !== undefined && spec.writes === undefined)
    throw new Error(`GET ${spec.path} is audited and does not say whether it writes`)
  if (spec.cors && (spec.access !== 'public' || isWrite(spec))) throw new Error(`${spec.path} must not be open to other origins`)
  if (spec.rate === 'user' && (spec.access === 'public' || spec.access === 'setup'))
    throw new Error(`${spec.method} ${spec.path} has no user to count by`)
  if (spec.confirms && !spec.confirmsWhen && (spec.access === 'public' || spec.access === 'setup'))
    throw new Error(`${spec.method} ${spec.path} has nobody who could confirm`)
  if (spec.confirmsWhen && !spec.confirms) throw new Error(`${spec.method} ${spec.path} does not say what is confirmed`)
  if (isWrite(spec) && (spec.access === 'admin' || spec.access === 'root') && spec.scope === undefined)
    throw new Error(`${spec.method} ${spec.path} does not say what an access token must be allowed for it`)
  if (isWrite(spec) && spec.csrf === false) throw new Error(`${spec.method} ${spec.path} writes and has no cross-site check`)
  return spec
}

type Input<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** All schemas that a body may have. */
type BodyOf<Spec extends EndpointSpec> =
  Spec['bodyWhen'] extends Readonly<Record<string, infer Other>> ? Spec['body'] | Other : Spec['body']

/** What a handler is given, decoded. */
export interface CallInput<Spec extends EndpointSpec> {
  readonly params: Input<Spec['params']>
  readonly query: Input<Spec['query']>
  readonly body: Input<BodyOf<Spec>>
}

/** What the console sends: the encoded side of the same schemas. */
export interface CallPayload<Spec extends EndpointSpec> {
  readonly params?: Spec['params'] extends z.ZodObject ? z.input<Spec['params']> : undefined
  readonly query?: Spec['query'] extends z.ZodObject ? Partial<z.input<Spec['query']>> : undefined
  readonly body?: BodyOf<Spec> extends z.ZodType ? z.input<BodyOf<Spec>> : undefined
}

/** What comes back in `data`, as it stands in the JSON. */
export type CallData<Spec extends EndpointSpec> = z.input<Spec['data']>
