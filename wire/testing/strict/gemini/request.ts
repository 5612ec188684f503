// A request as the rules see it: read by proto.ts, so every name is camelCase and every list is a list.

export type FunctionName = { id?: string; name?: string }

export type FunctionResponse = FunctionName & {
  response?: unknown
  parts?: readonly { inlineData?: { displayName?: string }; fileData?: { displayName?: string } }[]
}

export type Part = {
  text?: string
  inlineData?: { mimeType?: string; data?: string }
  fileData?: { mimeType?: string; fileUri?: string }
  functionCall?: FunctionName
  functionResponse?: FunctionResponse
  thought?: boolean
  thoughtSignature?: string
}

export type Content = { role?: string; parts?: readonly Part[] }

export type Schema = {
  type?: string | number
  format?: string
  enum?: readonly string[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  anyOf?: readonly Schema[]
}

export type FunctionDeclaration = {
  name?: string
  parameters?: Schema
  parametersJsonSchema?: unknown
  response?: Schema
  responseJsonSchema?: unknown
}

export type Tool = {
  functionDeclarations?: readonly FunctionDeclaration[]
  googleSearch?: object
  googleSearchRetrieval?: object
  codeExecution?: object
  urlContext?: object
  fileSearch?: object
  googleMaps?: object
  computerUse?: object
}

export type ThinkingConfig = { includeThoughts?: boolean; thinkingBudget?: number; thinkingLevel?: string | number }

export type GenerationConfig = {
  candidateCount?: number
  stopSequences?: readonly string[]
  maxOutputTokens?: number
  temperature?: number
  topP?: number
  topK?: number
  presencePenalty?: number
  frequencyPenalty?: number
  responseLogprobs?: boolean
  responseMimeType?: string
  responseSchema?: Schema
  responseJsonSchema?: unknown
  responseModalities?: readonly (string | number)[]
  thinkingConfig?: ThinkingConfig
}

export type GenerateRequest = {
  contents?: readonly Content[]
  systemInstruction?: Content
  tools?: readonly Tool[]
  toolConfig?: {
    functionCallingConfig?: { mode?: string | number; allowedFunctionNames?: readonly string[] }
    includeServerSideToolInvocations?: boolean
  }
  safetySettings?: readonly { category?: string | number }[]
  generationConfig?: GenerationConfig
  cachedContent?: string
}

/** All functions that a request declares, with the place of each as Google names it. */
export function declarations(request: GenerateRequest): { declaration: FunctionDeclaration; path: string }[] {
  return (request.tools ?? []).flatMap((tool, toolIndex) =>
    (tool.functionDeclarations ?? []).map((declaration, index) => ({
      declaration,
      path: `tools[${toolIndex}].function_declarations[${index}]`,
    })),
  )
}

/** The tools that Google runs itself. */
const BUILT_IN = ['googleSearch', 'googleSearchRetrieval', 'codeExecution', 'urlContext', 'fileSearch', 'googleMaps'] as const

/** Whether the request has a tool that Google runs itself. */
export const hasBuiltInTool = (request: GenerateRequest): boolean =>
  (request.tools ?? []).some((tool) => BUILT_IN.some((name) => tool[name] !== undefined))

export const isCall = (part: Part): boolean => part.functionCall !== undefined
export const isResponse = (part: Part): boolean => part.functionResponse !== undefined
export const parts = (content: Content | undefined): readonly Part[] => content?.parts ?? []
