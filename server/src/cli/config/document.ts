// The file that is given: YAML, of which JSON is a part, with the line of whatever is wrong in it.
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { isRecord } from '../../lib/fields.ts'

export type Path = readonly (string | number)[]

/** Something that is wrong in the file. */
export interface Problem {
  /** From 1. */
  readonly line: number
  /** As people say it: `channels "main" models`. */
  readonly place: string
  readonly message: string
}

export class ConfigDocument {
  readonly problems: Problem[] = []
  /** Maps, lists and plain values; undefined where the text is no YAML. */
  readonly value: unknown
  readonly #lines = new LineCounter()
  readonly #root: Document.Parsed

  constructor(text: string) {
    this.#root = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false, merge: true })
    for (const { pos, message } of [...this.#root.errors, ...this.#root.warnings]) {
      this.problems.push({ line: this.#lines.linePos(pos[0]).line, place: '', message })
    }
    if (this.problems.length === 0) this.value = this.#read()
  }

  note(path: Path, message: string): void {
    this.problems.push({ line: this.#lineOf(path), place: this.#placeOf(path), message })
  }

  /** A map of the file; undefined, and noted, where it is something else. */
  mapAt(path: Path, value: unknown): Readonly<Record<string, unknown>> | undefined {
    if (isRecord(value)) return value
    this.note(path, 'must be a map')
    return undefined
  }

  #read(): unknown {
    try {
      return this.#root.toJS()
    } catch (error) {
      // Aliases that stand for more and more of each other.
      this.problems.push({ line: 1, place: '', message: error instanceof Error ? error.message : String(error) })
      return undefined
    }
  }

  /** Where it stands, or the nearest thing around it that does. */
  #lineOf(path: Path): number {
    let node: unknown = this.#root.contents
    let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0
    for (const part of path) {
      const held = isAlias(node) ? node.resolve(this.#root) : node
      const pair = isMap(held) ? held.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(part)) : undefined
      node = pair ? pair.value : isSeq(held) ? held.items[Number(part)] : undefined
      const place = pair?.key ?? node
      if (!isNode(place)) break
      offset = place.range?.[0] ?? offset
    }
    return this.#lines.linePos(offset).line
  }

  #placeOf([section, index, ...rest]: Path): string {
    const channels = isRecord(this.value) ? this.value.channels : undefined
    const channel: unknown = section === 'channels' && typeof index === 'number' && Array.isArray(channels) ? channels[index] : undefined
    const name = isRecord(channel) && typeof channel.name === 'string' ? JSON.stringify(channel.name) : undefined
    const second = name ?? (typeof index === 'number' ? `entry ${index + 1}` : index)
    return [section, second, ...rest.map((part) => (typeof part === 'number' ? `entry ${part + 1}` : part))]
      .filter((part) => part !== undefined)
      .join(' ')
  }
}
