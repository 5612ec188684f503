/** Sticky: tried anew from each place, it would take long on a text with an open quote. */
const TOKEN = /[^"{}[\]:]*("(?:[^"\\]|\\.)*"|[{}[\]:])/y

/**
 * The first name that stands twice in one object of a JSON text; undefined where none does. Parsers take one of the two in silence.
 * @param json a text that JSON.parse reads
 */
export function repeatedName(json: string): string | undefined {
  const open: Set<string>[] = []
  let text = ''
  TOKEN.lastIndex = 0
  for (let token = nextOf(json); token !== undefined; token = nextOf(json)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ':') text = token
    else {
      const name = String(JSON.parse(text))
      if (open.at(-1)?.has(name)) return name
      open.at(-1)?.add(name)
    }
  }
  return undefined
}

const nextOf = (json: string): string | undefined => TOKEN.exec(json)?.[1]
