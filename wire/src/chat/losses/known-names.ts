// Models sometimes put the namespace of their tools before a name (`default_api.read`, `tools:read`). The caller knows its tools by theirs.
import type { ChatEvent } from '../reply/event.ts'
import type { ChatRequest } from '../request/request.ts'

const SEPARATOR = /[.:/]/

/** @param conversation the caller's request, read only once a name appears that may have a namespace */
export function knownNames(conversation: () => ChatRequest): (events: readonly ChatEvent[]) => readonly ChatEvent[] {
  let names: ReadonlySet<string> | undefined
  const known = (event: ChatEvent): ChatEvent => {
    if (event.kind !== 'part-started' || event.initial.kind !== 'tool-call' || !SEPARATOR.test(event.initial.name)) return event
    names ??= new Set((conversation().tools ?? []).flatMap((tool) => (tool.kind === 'vendor' ? [] : [tool.name])))
    const name = nameAmong(names, event.initial.name)
    return name === undefined ? event : { ...event, initial: { ...event.initial, name } }
  }
  return (events) => events.map(known)
}

/** The tool that a name means: what stands behind a separator, else the only one that is spelled alike; undefined where it is one as it is. */
function nameAmong(names: ReadonlySet<string>, given: string): string | undefined {
  if (names.has(given)) return undefined
  for (let rest = given; SEPARATOR.test(rest); ) {
    rest = rest.slice(rest.search(SEPARATOR) + 1)
    if (names.has(rest)) return rest
  }
  const alike = [...names].filter((name) => plain(name) === plain(given))
  return alike.length === 1 ? alike[0] : undefined
}

const plain = (name: string) => name.replaceAll(/\W/g, '_')
