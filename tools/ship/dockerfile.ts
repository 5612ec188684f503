// A Dockerfile as its stages, each with its steps.
import { DockerfileParser, type Instruction, type ModifiableInstruction } from 'dockerfile-ast'

export type Step =
  | { readonly kind: 'copy'; readonly from: string | undefined; readonly sources: readonly string[]; readonly to: string }
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'workdir'; readonly path: string }
  | { readonly kind: 'user'; readonly name: string }
  | { readonly kind: 'env'; readonly name: string; readonly value: string }

export interface Stage {
  readonly base: string
  readonly name: string
  readonly steps: readonly Step[]
}

/** What runs in the image that the last stage makes. */
export interface Image {
  readonly stages: readonly Stage[]
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
  readonly health: readonly string[]
  readonly volumes: readonly string[]
}

/** @throws Error at what is not understood: nothing is passed over */
export function readDockerfile(text: string): Image {
  const stages: { base: string; name: string; steps: Step[] }[] = []
  const image = { entrypoint: [] as string[], command: [] as string[], health: [] as string[], volumes: [] as string[] }
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    const keyword = instruction.getKeyword()
    const words = wordsOf(instruction)
    if (keyword === 'FROM') stages.push({ base: words[0] ?? '', name: words[2] ?? String(stages.length), steps: [] })
    else if (keyword === 'ENTRYPOINT') image.entrypoint = listOf(instruction)
    else if (keyword === 'CMD') image.command = listOf(instruction)
    else if (keyword === 'HEALTHCHECK') image.health = healthOf(instruction)
    else if (keyword === 'VOLUME') image.volumes.push(...words)
    else if (keyword !== 'EXPOSE') stages.at(-1)?.steps.push(stepOf(instruction, words))
  }
  return { stages, ...image }
}

function stepOf(instruction: Instruction, words: readonly string[]): Step {
  const [first = '', ...others] = words
  switch (instruction.getKeyword()) {
    case 'COPY':
      return { kind: 'copy', from: flagsOf(instruction).get('from'), sources: words.slice(0, -1), to: words.at(-1) ?? '' }
    case 'RUN':
      return { kind: 'run', command: instruction.getArgumentsContent() ?? '' }
    case 'WORKDIR':
      return { kind: 'workdir', path: first }
    case 'USER':
      return { kind: 'user', name: first }
    case 'ENV':
      if (others.length > 0) throw new Error('an ENV with several variables is not understood')
      return { kind: 'env', name: first.slice(0, first.indexOf('=')), value: first.slice(first.indexOf('=') + 1) }
    default:
      throw new Error(`${instruction.getKeyword()} is not understood`)
  }
}

const wordsOf = (instruction: Instruction) => instruction.getArguments().map((argument) => argument.getValue())

function flagsOf(instruction: Instruction): ReadonlyMap<string, string> {
  // Its type is not exported as a value; what has flags is one.
  const flags = 'getFlags' in instruction ? (instruction as ModifiableInstruction).getFlags() : []
  return new Map(flags.map((flag) => [flag.getName(), flag.getValue() ?? '']))
}

/** The form that needs no shell. */
function listOf(instruction: Instruction): string[] {
  return JSON.parse(instruction.getArgumentsContent() ?? '') as string[]
}

function healthOf(instruction: Instruction): string[] {
  const text = instruction.getArgumentsContent() ?? ''
  return JSON.parse(text.slice(text.indexOf('['))) as string[]
}
