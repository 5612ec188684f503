// A request as the rules see it: read by proto.ts, so every name is camelCase and every list is a list.
import type * as sdk from '@google/genai'

/** A type of the SDK as it goes over the wire: enumerations are words, or their numbers, and nothing has to be there. */
type Wire<T> = T extends string | number ? (string extends T ? string : number extends T ? number : string | number) : WireObject<T>
type WireObject<T> = T extends readonly (infer One)[]
  ? readonly Wire<One>[]
  : T extends object
    ? string extends keyof T
      ? { readonly [Name in keyof T]: Wire<T[Name]> }
      : { readonly [Name in keyof T]?: Wire<T[Name]> }
    : T

export type FunctionName = { id?: string; name?: string }
export type FunctionResponse = Wire<sdk.FunctionResponse>
export type Part = Wire<sdk.Part>
export type Content = Wire<sdk.Content>
export type Schema = Wire<sdk.Schema>
export type FunctionDeclaration = Wire<sdk.FunctionDeclaration>
export type ThinkingConfig = Wire<sdk.ThinkingConfig>
export type GenerationConfig = Wire<sdk.GenerationConfig>

export type GenerateRequest = {
  contents?: readonly Content[]
  systemInstruction?: Content
  tools?: readonly Wire<sdk.Tool>[]
  toolConfig?: Wire<sdk.ToolConfig>
  safetySettings?: readonly Wire<sdk.SafetySetting>[]
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
