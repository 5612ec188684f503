// The shape of a source file, read from its syntax tree: how long its functions are, where types are asserted, what its module keeps that changes.
import { type Node, type Program, parseSync } from 'oxc-parser'

/** A function and the lines it takes, its head and its end included. */
export interface FunctionShape {
  readonly name: string
  /** The first line, from 1. */
  readonly line: number
  readonly lines: number
  /** The function that it is handed to, as `describe`; empty where it is not an argument. */
  readonly handedTo: string
}

export interface FileShape {
  readonly functions: readonly FunctionShape[]
  /** `value as Type`, `value!` and `<Type>value`; `as const` is none. */
  readonly assertions: readonly { readonly line: number; readonly text: string }[]
  /** Names of the module that can be assigned again, or that hold an empty collection to be filled. */
  readonly mutableNames: readonly string[]
}

const FUNCTIONS: ReadonlySet<string> = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const COLLECTIONS = /^new (?:Map|Set|WeakMap|WeakSet|LRUCache)\b(?:<[^()]*>)?\((?:\{[^}]*\})?\)$|^\[\]$|^\{\}$/

/** A name whose type says that nothing is ever put into it. */
const READONLY = /^\w+: (?:readonly |Readonly)/

/** Reads a file's shape. Throws Error where it is no TypeScript. */
export function shapeOf(path: string, text: string): FileShape {
  const { program, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const reading = new ShapeReading(text)
  reading.read(program)
  return { functions: reading.functions, assertions: reading.assertions, mutableNames: mutableNames(program, text) }
}

class ShapeReading {
  readonly functions: FunctionShape[] = []
  readonly assertions: { line: number; text: string }[] = []
  readonly #text: string
  /** Where each line begins. */
  readonly #lineStarts: readonly number[]

  constructor(text: string) {
    this.#text = text
    this.#lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  }

  /** @param name what a function that stands here is called, where it has no name of its own */
  read(node: Node, name = '', handedTo = ''): void {
    const own = nameOf(node) ?? name
    if (FUNCTIONS.has(node.type)) this.#noteFunction(node, own, handedTo)
    if (isAssertion(node, this.#text)) this.assertions.push({ line: this.#lineAt(node.start), text: this.#excerpt(node) })
    const callee = node.type === 'CallExpression' ? this.#text.slice(node.callee.start, node.callee.end) : ''
    for (const child of childrenOf(node)) this.read(child, own, callee)
  }

  #noteFunction(node: Node, name: string, handedTo: string): void {
    const line = this.#lineAt(node.start)
    this.functions.push({ name, line, lines: this.#lineAt(node.end) - line + 1, handedTo })
  }

  #lineAt(offset: number): number {
    let [low, high] = [0, this.#lineStarts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }

  #excerpt(node: Node): string {
    return this.#text.slice(node.start, Math.min(node.end, node.start + 100)).replaceAll(/\s+/g, ' ')
  }
}

function nameOf(node: Node): string | undefined {
  if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') return node.id.name
  if ((node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression') && node.id) return node.id.name
  const isMember = node.type === 'MethodDefinition' || node.type === 'PropertyDefinition' || node.type === 'Property'
  return isMember && (node.key.type === 'Identifier' || node.key.type === 'PrivateIdentifier') ? node.key.name : undefined
}

function isAssertion(node: Node, text: string): boolean {
  if (node.type === 'TSNonNullExpression' || node.type === 'TSTypeAssertion') return true
  return node.type === 'TSAsExpression' && text.slice(node.typeAnnotation.start, node.typeAnnotation.end) !== 'const'
}

function* childrenOf(node: Node): Generator<Node> {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield child
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
}

function mutableNames({ body }: Program, text: string): string[] {
  const statements = body.map((one) => (one.type === 'ExportNamedDeclaration' && one.declaration ? one.declaration : one))
  return statements.flatMap((one) => {
    if (one.type !== 'VariableDeclaration') return []
    return one.declarations.flatMap(({ id, init }) => {
      const declared = text.slice(id.start, id.end)
      const isFilled = init ? COLLECTIONS.test(text.slice(init.start, init.end)) && !READONLY.test(declared) : false
      return one.kind === 'let' || isFilled ? [declared.replace(/:[\s\S]*$/, '')] : []
    })
  })
}
