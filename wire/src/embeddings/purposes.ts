// What vectors are for, in the words of each vendor. Sources: the API references of Cohere ("Embed", `input_type`), Voyage ("Text embedding
// models", `input_type`), Jina ("Embeddings", `task`) and Google ("Embeddings", `taskType`), 2026.
import type { LossLog } from '../chat/losses/loss.ts'
import type { Purpose, WrittenPurpose } from './format.ts'

/** A vendor's words. A purpose that it has no word for is lost; those that are a kind of another have that one's word. */
export type PurposeWords = Readonly<Partial<Record<Purpose, string>>>

const asked = (query: string, document: string) =>
  ({ query, 'code-query': query, question: query, 'fact-check': query, document, 'code-document': document }) as const

export const cohereWords: PurposeWords = {
  ...asked('search_query', 'search_document'),
  classification: 'classification',
  clustering: 'clustering',
}

export const voyageWords: PurposeWords = asked('query', 'document')

export const jinaWords: PurposeWords = {
  ...asked('retrieval.query', 'retrieval.passage'),
  'code-query': 'code.query',
  'code-document': 'code.passage',
  similarity: 'text-matching',
  classification: 'classification',
  clustering: 'separation',
}

const geminiWords: PurposeWords = {
  query: 'RETRIEVAL_QUERY',
  document: 'RETRIEVAL_DOCUMENT',
  'code-query': 'CODE_RETRIEVAL_QUERY',
  question: 'QUESTION_ANSWERING',
  'fact-check': 'FACT_VERIFICATION',
  similarity: 'SEMANTIC_SIMILARITY',
  classification: 'CLASSIFICATION',
  clustering: 'CLUSTERING',
}

/** Every word there is. Where two purposes share one, the first of them is what it says. */
const meanings: ReadonlyMap<string, Purpose> = new Map(
  [cohereWords, voyageWords, jinaWords, geminiWords].flatMap((words) =>
    (Object.entries(words) as [Purpose, string][]).toReversed().map(([purpose, word]) => [word, purpose] as const),
  ),
)

/** A purpose as a client wrote it. */
export const purposeIn = (path: string, word: string): WrittenPurpose => ({ path, word, value: meanings.get(word) })

/**
 * The vendor's word for the purpose; undefined: none. A word that nobody knows goes to the vendor whose field the client wrote it in, who may
 * know it.
 */
export function wordFor(purpose: WrittenPurpose | undefined, field: string, words: PurposeWords, losses: LossLog): string | undefined {
  if (!purpose) return undefined
  const { path, word, value } = purpose
  const known = value === undefined ? (path === field ? word : undefined) : words[value]
  if (known === undefined) losses.add(path, 'not-expressible')
  return known
}
