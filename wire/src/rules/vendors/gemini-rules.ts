// What Google's models accept in Google's own dialect, and at its OpenAI address.
import type { Rule } from './chat-rules.ts'

const GENERATION = 'https://ai.google.dev/api/generate-content#generationconfig'
const FUNCTIONS = 'https://ai.google.dev/gemini-api/docs/function-calling'
const asOf = '2026-11'

export const geminiRules: readonly Rule[] = [
  { name: 'gemini-stop-words', asOf, source: GENERATION, accepts: { stopWords: { max: 5 } } },
  {
    name: 'gemini-tool-names',
    asOf,
    source: 'https://ai.google.dev/api/caching#FunctionDeclaration',
    accepts: { toolNames: { maxLength: 64, refused: /[^\w.:-]/, begins: /^[A-Za-z_]/ } },
  },
  {
    name: 'gemini-tools',
    asOf,
    source: FUNCTIONS,
    accepts: { tools: { hosted: ['web-search', 'url-context', 'code-execution'], refusesForcedHosted: true } },
  },
  {
    name: 'gemini-empty-turns',
    asOf,
    source: 'https://ai.google.dev/api/caching#Content',
    accepts: { turns: { refusesEmpty: 'unsigned', beginsWithUser: true, needsUser: true } },
  },
  {
    name: 'gemini-2-conflicts',
    models: /^gemini-2/,
    asOf,
    source: `${FUNCTIONS}#multi-tool-use`,
    accepts: { conflicts: { refusesHostedBesideFunctions: true, refusesSchemaBesideTools: true, refusesJsonBesideTools: true } },
  },
  {
    name: 'gemini-3-sampling',
    models: /^gemini-[3-9]/,
    asOf,
    source: 'https://github.com/google-gemini/gemini-cli/issues/4465',
    accepts: { sampling: { refused: ['presencePenalty', 'frequencyPenalty'] }, choices: { max: 1 } },
  },
  {
    name: 'gemini-2.5-sampling',
    models: /^gemini-2\.5/,
    asOf,
    source: 'https://github.com/googleapis/python-genai/issues/1921',
    accepts: { sampling: { refused: ['presencePenalty', 'frequencyPenalty', 'logprobs', 'topLogprobs'] } },
  },
  {
    name: 'gemini-3-pro-efforts',
    models: /^gemini-3-pro/,
    asOf,
    source: 'https://ai.google.dev/gemini-api/docs/gemini-3#thinking_level',
    accepts: { efforts: ['low', 'high'] },
  },
  {
    name: 'gemini-models-that-do-not-think',
    models: /^(gemini-(1|2\.0)|gemma-)/,
    asOf,
    source: 'https://ai.google.dev/gemini-api/docs/thinking#supported-models',
    accepts: { efforts: [] },
  },
  {
    name: 'gemini-modalities',
    models: /^(gemini-[2-9](?!.*(image|tts|audio|live))|gemma-)/,
    asOf,
    source: 'https://ai.google.dev/gemini-api/docs/models',
    accepts: { modalities: { taken: ['text'] } },
  },
  {
    name: 'gemini-last-turn',
    models: /^gemini-(3\.5-flash-lite|3\.([6-9]|\d\d)|[4-9])/,
    asOf,
    source: 'https://ai.google.dev/gemini-api/docs/gemini-3',
    accepts: { turns: { refusesPrefill: true } },
  },
  {
    name: 'gemma-instructions',
    models: /^gemma-[1-3]/,
    asOf,
    source: 'https://ai.google.dev/gemma/docs/core/prompt-structure#system-instructions',
    accepts: {
      turns: { refusesInstructions: true },
      tools: { max: 0 },
      output: { refusesSchema: true, refusesJson: true },
    },
  },
]

/** At the address for OpenAI's libraries. */
export const geminiOpenAIRules: readonly Rule[] = [
  {
    name: 'gemini-openai-fields',
    asOf,
    source: 'https://ai.google.dev/gemini-api/docs/openai',
    accepts: {
      fields: { refused: ['store', 'parallelToolCalls', 'cacheKey', 'safetyIdentifier', 'verbosity'] },
      sampling: { refused: ['seed', 'logprobs', 'topLogprobs', 'presencePenalty', 'frequencyPenalty'] },
    },
  },
  {
    name: 'gemini-openai-roles',
    asOf,
    source: 'https://ai.google.dev/gemini-api/docs/openai',
    accepts: { turns: { refusesDeveloper: true, needsContent: true, beginsWithUser: true, needsUser: true, refusesRefusals: true } },
  },
  {
    name: 'gemini-openai-tool-names',
    asOf,
    source: 'https://ai.google.dev/gemini-api/docs/openai',
    accepts: { toolNames: { maxLength: 64, refused: /[^\w.:-]/, begins: /^[A-Za-z_]/ }, stopWords: { max: 5 } },
  },
  {
    name: 'gemini-openai-choices',
    models: /^gemini-[3-9]/,
    asOf,
    source: 'https://github.com/googleapis/js-genai/issues/1609',
    accepts: { choices: { max: 1 } },
  },
  {
    name: 'gemini-openai-tools',
    asOf,
    source: 'https://ai.google.dev/gemini-api/docs/openai',
    accepts: { tools: { hosted: [], refusesSome: true } },
  },
  {
    name: 'gemini-openai-conflicts',
    models: /^gemini-2/,
    asOf,
    source: `${FUNCTIONS}#multi-tool-use`,
    accepts: { conflicts: { refusesSchemaBesideTools: true, refusesJsonBesideTools: true } },
  },
  {
    name: 'gemini-openai-signatures',
    models: /^gemini-[3-9]/,
    asOf,
    source: 'https://ai.google.dev/gemini-api/docs/thought-signatures#openai',
    accepts: { turns: { standInSignature: 'skip_thought_signature_validator' } },
  },
  {
    name: 'gemini-openai-always-thinks',
    models: /^gemini-(2\.5-pro|3.*pro)/,
    asOf,
    source: 'https://ai.google.dev/gemini-api/docs/openai#thinking',
    accepts: { alwaysThinks: true },
  },
  {
    name: 'gemini-openai-efforts',
    asOf,
    source: 'https://ai.google.dev/gemini-api/docs/openai#thinking',
    accepts: { efforts: ['none', 'minimal', 'low', 'medium', 'high'] },
  },
]
