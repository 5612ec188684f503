// What Anthropic's models accept, at their own address and at the clouds that serve them.
import type { Rule } from './chat-rules.ts'

const MESSAGES = 'https://platform.claude.com/docs/en/api/messages'
const asOf = '2026-11'

export const anthropicRules: readonly Rule[] = [
  {
    name: 'anthropic-names-of-people',
    asOf,
    source: `${MESSAGES}#body-metadata`,
    accepts: { endUserId: { maxLength: 256, refusesContacts: true } },
  },
  {
    name: 'anthropic-tool-names',
    asOf,
    source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use',
    accepts: { toolNames: { maxLength: 128, refused: /[^\w-]/ }, tools: { propertyNames: /^[\w.-]{1,64}$/ } },
  },
  {
    name: 'anthropic-one-object-of-arguments',
    asOf,
    source: 'https://github.com/anthropics/claude-code/issues/5973',
    accepts: { tools: { refusesCombined: true } },
  },
  {
    name: 'anthropic-strict-tools',
    asOf,
    source: 'https://platform.claude.com/docs/en/build-with-claude/structured-outputs#schema-complexity-limits',
    accepts: { tools: { mostStrict: 20, hosted: ['web-search', 'url-context', 'code-execution'] } },
  },
  {
    name: 'anthropic-guaranteed-schemas',
    asOf,
    source: 'https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations',
    accepts: {
      schemas: {
        closesObjects: true,
        refusesRecursion: true,
        refused: [
          ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
          ...['minLength', 'maxLength', 'pattern', 'maxItems', 'minItems', 'uniqueItems', 'minProperties', 'maxProperties'],
          ...['patternProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else', 'dependentRequired', 'oneOf'],
        ],
      },
    },
  },
  {
    name: 'anthropic-last-text',
    asOf,
    source: 'https://platform.claude.com/docs/en/build-with-claude/prompt-engineering/prefill-claudes-response',
    accepts: { turns: { trimsPrefill: true, refusesEmpty: true, needsUser: true } },
  },
  {
    name: 'anthropic-4.1-to-4.6-sampling',
    models: /claude-(opus|sonnet|haiku)-4-[1-6](?!\d)/,
    asOf,
    source: 'https://platform.claude.com/docs/en/about-claude/models/migration-guide',
    accepts: { sampling: { notTogether: [['temperature', 'topP']] } },
  },
  {
    name: 'anthropic-longest-answers-of-opus-4',
    models: /claude-opus-4(-[01])?(?!-?\d)/,
    asOf,
    source: 'https://platform.claude.com/docs/en/about-claude/models/overview',
    accepts: { outputTokens: { max: 32_000 } },
  },
  {
    name: 'anthropic-longest-answers-to-4.5',
    models: /claude-(sonnet-4(-[0-5])?|haiku-4-5|opus-4-5|3-7-sonnet)(?!-?\d(?!\d{6}))/,
    asOf,
    source: 'https://platform.claude.com/docs/en/about-claude/models/overview',
    accepts: { outputTokens: { max: 64_000 } },
  },
  {
    name: 'anthropic-4.6-efforts',
    models: /claude-(opus|sonnet|haiku)-4-6/,
    asOf,
    source: 'https://platform.claude.com/docs/en/build-with-claude/effort',
    accepts: { efforts: ['none', 'minimal', 'low', 'medium', 'high', 'max'] },
  },
  {
    name: 'anthropic-no-prefill',
    models: /claude-((opus|sonnet|haiku)-(4-([6-9]|\d\d)(?!\d)|[5-9])|fable|mythos)/,
    asOf,
    source: 'https://platform.claude.com/docs/en/about-claude/models/whats-new-claude-4-6',
    accepts: { turns: { refusesPrefill: true } },
  },
  {
    name: 'anthropic-4.7-and-later-sampling',
    models: /claude-((opus|sonnet|haiku)-(4-([7-9]|\d\d)(?!\d)|[5-9])|fable|mythos)/,
    asOf,
    source: 'https://platform.claude.com/docs/en/about-claude/models/whats-new-claude-4-7',
    accepts: { sampling: { refused: ['temperature', 'topP', 'topK'] }, thinking: { isHiddenByDefault: true } },
  },
  {
    name: 'anthropic-forced-tools',
    models: /claude-((opus|sonnet|haiku)-(5-[5-9]|[6-9])|(fable|mythos)-(5-[1-9]|[6-9]))/,
    asOf,
    source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/implement-tool-use#forcing-tool-use',
    accepts: { tools: { refusesForced: true } },
  },
  {
    name: 'anthropic-always-thinks',
    models: /claude-(opus-(5-[5-9]|[6-9])|fable|mythos|sonnet-(5-[5-9]|[6-9]))/,
    asOf,
    source: 'https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting',
    accepts: { alwaysThinks: true },
  },
]

/** At AWS, whose address takes the same names of tools from all vendors. */
export const bedrockRules: readonly Rule[] = [
  {
    name: 'bedrock-tool-names',
    asOf,
    source: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html',
    accepts: { toolNames: { maxLength: 64, refused: /[^\w-]/ } },
  },
  ...anthropicRules.flatMap(({ accepts: { sampling }, ...rule }) => (sampling ? [{ ...rule, accepts: { sampling } }] : [])),
]

/** At Google Cloud, which fetches nothing by an address. */
export const vertexAnthropicRules: readonly Rule[] = [
  ...anthropicRules,
  {
    name: 'vertex-anthropic-media',
    asOf,
    source: 'https://platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai',
    accepts: { media: { taken: ['image', 'file'], refusesAddresses: true } },
  },
  {
    name: 'vertex-anthropic-strict-tools',
    asOf,
    source: 'https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude',
    accepts: { tools: { mostStrict: 0 } },
  },
]
