// JSON of any length as it comes in, of which little is kept: long texts and lists are cut, parts of it are told one by one, and values are
// replaced. What is kept is JSON again.
import { type JsonToken, JsonTokens } from './json-tokens.ts'
import { Kept, type KeptJson } from './kept-json.ts'

/** How much is kept. */
export interface CutLimits {
  /** Bytes of one value, with all that is in it. */
  readonly valueBytes: number
  /** Bytes of one text. */
  readonly textBytes: number
  /** Members of one list or object. */
  readonly members: number
  /** What is nested deeper is null. */
  readonly depth: number
}

/** Names of fields one below the other, with dots between them; an element of a list is `*`. */
export type JsonPath = string

export interface SieveRules {
  /** Absent: all is kept. */
  readonly limits?: CutLimits
  /** Lists whose elements are told one by one, and of which the document keeps none. */
  readonly lists?: ReadonlySet<JsonPath>
  /** What stands there in place of values, as JSON. */
  readonly replaced?: ReadonlyMap<JsonPath, string>
}

export interface ListElement extends KeptJson {
  readonly list: JsonPath
  /** Its place in the list. */
  readonly index: number
}

interface Level {
  readonly isList: boolean
  readonly path: JsonPath
  members: number
  /** Of the field that is read. */
  name: string
  /** Is the name of a field read, or to come? */
  isAtName: boolean
}

/** What is left out until a container ends, or, of a replaced value, the field. */
interface Gap {
  readonly depth: number
  readonly kind: 'members' | 'field' | 'container'
}

/** Where names are not asked for, no levels are remembered. */
const NAMED_DEPTH = 8
const LONGEST_NAME = 128
const LIST = 0x5b
const NULL = Buffer.from('null')

export class JsonSieve {
  readonly #rules: SieveRules
  readonly #tokens = new JsonTokens((...token) => this.#take(...token))
  readonly #document: Kept
  readonly #element: Kept
  /** Where what is kept goes. */
  #kept: Kept
  #levels: Level[] = []
  /** Of all containers that are open, also of those without a level. */
  #depth = 0
  #gap: Gap | undefined
  /** The list whose element is read, by its number of levels; 0: none. */
  #listDepth = 0
  #elements: ListElement[] = []
  #textBytes = 0
  #isTextCut = false

  constructor(rules: SieveRules) {
    this.#rules = rules
    const most = rules.limits?.valueBytes ?? Number.POSITIVE_INFINITY
    this.#document = new Kept(most)
    this.#element = new Kept(most)
    this.#kept = this.#document
  }

  push(piece: Buffer): void {
    this.#tokens.push(piece)
  }

  /** The elements that have ended since the last time. */
  elements(): readonly ListElement[] {
    const found = this.#elements
    this.#elements = []
    return found
  }

  /** What has been kept of the document since the last time. */
  bytes(): Buffer {
    return this.#document.taken()
  }

  /** The document, which is over. What comes next is another one. */
  end(): KeptJson {
    const found = this.#document.told()
    this.#tokens.reset()
    this.#kept = this.#document
    this.#levels = []
    this.#depth = 0
    this.#gap = undefined
    this.#listDepth = 0
    return found
  }

  #take(token: JsonToken, piece: Buffer, from: number, to: number): void {
    if (this.#gap && !this.#endsGap(this.#gap, token)) return
    switch (token) {
      case 'open':
        this.#open(piece, from, to)
        break
      case 'close':
        this.#close(piece, from, to)
        break
      case 'comma':
        this.#comma(piece, from, to)
        break
      case 'colon':
        this.#colon(piece, from, to)
        break
      case 'quote':
        this.#textBytes = 0
        this.#isTextCut = false
        this.#kept.add(piece, from, to)
        break
      case 'other':
        this.#kept.add(piece, from, to)
        break
      default:
        this.#text(token, piece, from, to)
    }
  }

  /** Is the token the end of the gap, so that it is read like any other? */
  #endsGap({ depth, kind }: Gap, token: JsonToken): boolean {
    if (token === 'open') this.#depth += 1
    else if (token === 'comma' && kind === 'field' && this.#depth === depth) {
      this.#gap = undefined
      return true
    } else if (token === 'close') {
      if (this.#depth !== depth) {
        this.#depth -= 1
        return false
      }
      this.#gap = undefined
      if (kind !== 'container') return true
      this.#depth -= 1
    }
    return false
  }

  #open(piece: Buffer, from: number, to: number): void {
    const { limits, lists } = this.#rules
    if (this.#depth >= (limits?.depth ?? NAMED_DEPTH)) {
      this.#depth += 1
      if (!limits) this.#kept.add(piece, from, to)
      else {
        this.#kept.add(NULL, 0, NULL.length)
        this.#leaveOut('container')
      }
      return
    }
    const above = this.#levels.at(-1)
    const isList = piece[from] === LIST
    const level: Level = { isList, path: above ? pathBelow(above) : '', members: 0, name: '', isAtName: !isList }
    this.#levels.push(level)
    this.#depth += 1
    this.#kept.add(piece, from, to)
    if (!isList || this.#listDepth > 0 || !lists?.has(level.path)) return
    this.#listDepth = this.#depth
    this.#kept = this.#element
  }

  #close(piece: Buffer, from: number, to: number): void {
    if (this.#listDepth > 0 && this.#depth === this.#listDepth) {
      this.#endElement()
      this.#listDepth = 0
      this.#kept = this.#document
    }
    if (this.#depth === this.#levels.length) this.#levels.pop()
    this.#depth = Math.max(0, this.#depth - 1)
    this.#kept.add(piece, from, to)
  }

  #comma(piece: Buffer, from: number, to: number): void {
    const level = this.#level
    if (level) {
      const isTold = this.#depth === this.#listDepth
      if (isTold) this.#endElement()
      level.members += 1
      if (isTold) return
      const { limits } = this.#rules
      if (limits && level.members >= limits.members) {
        this.#leaveOut('members')
        return
      }
      level.isAtName = !level.isList
      level.name = ''
    }
    this.#kept.add(piece, from, to)
  }

  #colon(piece: Buffer, from: number, to: number): void {
    this.#kept.add(piece, from, to)
    const level = this.#level
    if (!level) return
    level.isAtName = false
    const replacement = this.#rules.replaced?.get(pathBelow(level))
    if (replacement === undefined) return
    const bytes = Buffer.from(replacement)
    this.#kept.add(bytes, 0, bytes.length)
    this.#gap = { depth: this.#depth, kind: 'field' }
  }

  #text(token: JsonToken, piece: Buffer, from: number, to: number): void {
    const level = this.#level
    if (level?.isAtName && level.name.length < LONGEST_NAME) level.name += piece.toString('latin1', from, Math.min(to, from + LONGEST_NAME))
    const most = this.#rules.limits?.textBytes ?? Number.POSITIVE_INFINITY
    const fits = most - this.#textBytes
    this.#textBytes += to - from
    if (this.#isTextCut) return
    // An escape is not cut within itself.
    const isWhole = to - from <= fits || token === 'escape-rest'
    if (isWhole || token === 'text') this.#kept.add(piece, from, isWhole ? to : from + Math.max(0, fits))
    if (isWhole) return
    this.#isTextCut = true
    this.#kept.isCut = true
  }

  /** The innermost container; undefined: none, or one so deep that nothing is known of it. */
  get #level(): Level | undefined {
    return this.#depth === this.#levels.length ? this.#levels.at(-1) : undefined
  }

  #leaveOut(kind: Gap['kind']): void {
    this.#gap = { depth: this.#depth, kind }
    this.#kept.isCut = true
  }

  #endElement(): void {
    const level = this.#level
    const told = this.#element.told()
    // An empty list has nothing between its brackets.
    if (level && told.text?.trim() !== '') this.#elements.push({ ...told, list: level.path, index: level.members })
  }
}

function pathBelow({ path, isList, name }: Level): JsonPath {
  const step = isList ? '*' : name
  return path === '' ? step : `${path}.${step}`
}
